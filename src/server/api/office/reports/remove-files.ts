import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { noteRemovedKeys } from '#api/foundation/files/storage.ts'
import { begunWith, removeJobs } from '#api/foundation/jobs/removal-storage.ts'
import { jobsView } from '#api/foundation/jobs/views.ts'
import type { Statement } from '#platform/database.ts'
import { type FileReport, reportFiles } from './rules.ts'

/** Reports with a row for each person. */
const personal: readonly FileReport[] = ['SignedUpAndCompleted', 'ManualInvoicing', 'CourseAnswers']

/**
 * Statements that remove every finished or running background report that has rows about people, with its file. Nobody knows who is in a
 * file, and it can be made again. One that has not begun is left to be made.
 */
export function removePersonalFiles({ db, now }: Pick<Ctx, 'db' | 'now'>): Statement[] {
  const isPersonal = begunWith('reports.write', 'report', personal)
  return [
    noteRemovedKeys(
      db,
      sql`select ${reportFiles} || jobs.id || '.xlsx' as key from ${jobsView} jobs where ${isPersonal}`,
      now,
    ),
    removeJobs(db, isPersonal),
  ]
}
