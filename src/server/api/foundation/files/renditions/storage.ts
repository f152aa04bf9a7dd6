import { subDays } from 'date-fns'
import type { AnyColumn } from 'drizzle-orm'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { Database } from '#platform/database.ts'
import type { StoredFile } from '../storage.ts'
import { storedFiles } from '../table.ts'

const isUnrendered = and(isNull(storedFiles.renditionWidths), eq(storedFiles.purpose, 'EducationPicture'))

/**
 * Finds the stored picture of an education by its key; null when it is gone, already has its renditions, or is a file
 * of another purpose.
 */
export async function findUnrenderedFile(db: Database, key: string): Promise<StoredFile | null> {
  const [row] = await db.query
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.key, key), isUnrendered))
  return row ?? null
}

/** SQL: the latest run for the picture failed at every attempt in the last week. */
const hasFailedLately = (now: Date) => sql`exists (select 1 from ${jobs} failed_jobs
  where failed_jobs.kind = 'files.render' and failed_jobs.state = ${jobStates.failed}
    and failed_jobs.payload ->> '$.key' = ${storedFiles.key} and failed_jobs.finished_at > ${subDays(now, 7).toISOString()})`

/**
 * Lists the keys of at most `limit` pictures of educations, in no order, that have no renditions (smaller sizes) yet.
 * One whose job failed during the last week is left out.
 */
export async function listUnrenderedKeys(db: Database, limit: number, now: Date): Promise<string[]> {
  const rows = await db.query
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(and(isUnrendered, sql`not ${hasFailedLately(now)}`))
    .limit(limit)
  return rows.map(({ key }) => key)
}

/**
 * Returns the statement that stores the widths of the renditions and the colour of a picture, over earlier ones; its
 * result is empty when the picture is gone.
 */
export const markRendered = (db: Database, id: number, renditions: Pick<StoredFile, 'renditionWidths' | 'color'>) =>
  db.query.update(storedFiles).set(renditions).where(eq(storedFiles.id, id)).returning({ id: storedFiles.id })

/**
 * SQL expression: the average colour of the picture whose file id is in a column, for a placeholder; null when it is
 * not known.
 */
export const pictureColorOf = (fileId: AnyColumn | SQL) =>
  sql<string | null>`(select colored_files.color from stored_files colored_files where colored_files.id = ${fileId})`
