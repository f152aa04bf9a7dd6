import { sql } from 'drizzle-orm'
import type { Statement } from '#platform/database.ts'
import type { Ctx } from '../context.ts'
import { removedFiles } from '../files/table.ts'
import { jobStates } from '../jobs/rules.ts'
import { jobs } from '../jobs/table.ts'
import { type FileReport, reportFiles } from './rules.ts'

/** Reports with a row for each person. */
const personal: readonly FileReport[] = ['SignedUpAndCompleted', 'ManualInvoicing', 'CourseAnswers']

/**
 * Statements that remove every finished or running background report that has rows about people, with its file. Nobody knows who is in a
 * file, and it can be made again. One that has not begun is left to be made.
 */
export function removePersonalFiles({ db, now }: Pick<Ctx, 'db' | 'now'>): Statement[] {
  const isPersonal = sql`kind = 'reports.write' and state >= ${jobStates.running}
    and payload ->> '$.report' in (select value from json_each(${JSON.stringify(personal)}))`
  return [
    db.query
      .insert(removedFiles)
      .select(sql`select ${reportFiles} || id || '.xlsx', ${now.toISOString()} from jobs where ${isPersonal}`)
      .onConflictDoNothing(),
    db.query.delete(jobs).where(isPersonal),
  ]
}
