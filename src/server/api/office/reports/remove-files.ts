import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordRemovedKeys } from '#api/foundation/files/storage.ts'
import { removeJobs, startedWithPayload } from '#api/foundation/jobs/removal-storage.ts'
import { jobsView } from '#api/foundation/jobs/views.ts'
import type { Statement } from '#platform/database.ts'
import { type FileReport, reportFilesPrefix } from './rules.ts'

/** Reports that contain a row for each person. */
const personalReports: readonly FileReport[] = ['SignedUpAndCompleted', 'ManualInvoicing', 'CourseAnswers']

/**
 * Returns the statements that remove all jobs of reports about people that run or are over, everybody's, and release
 * their files, which a job deletes. The portal does not know which people are in a file, and a report can be requested
 * again. Jobs that have not started are not removed.
 */
export function removePersonalFiles({ db, now }: Pick<Ctx, 'db' | 'now'>): Statement[] {
  const isPersonal = startedWithPayload('reports.write', 'report', personalReports)
  return [
    recordRemovedKeys(
      db,
      sql`select ${reportFilesPrefix} || jobs.id || '.xlsx' as key from ${jobsView} jobs where ${isPersonal}`,
      now,
    ),
    removeJobs(db, isPersonal),
  ]
}
