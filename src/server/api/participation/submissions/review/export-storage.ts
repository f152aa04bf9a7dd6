import { asc, desc } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import type { Database } from '#platform/database.ts'
import { namesOfSubmission } from '../names.ts'
import { submissions } from '../table.ts'
import type { SubmissionFilter } from './contract.ts'
import { matchesFilter, type ReviewConditions } from './storage.ts'

/**
 * Lists at most `limit` submissions that the actor may review and that match the filter, by upload, without cancelled
 * sign-ups. With `descending` the newest come first, as in `readReviewPage`. Each has only what a file shows: no
 * versions, scans or comments.
 */
export function listSubmissionsToExport(
  db: Database,
  actor: Actor,
  { descending, ...filter }: ReviewConditions & Pick<SubmissionFilter, 'descending'>,
  limit: number,
) {
  const { userId, assigneeId, status, statusChangedAt, uploadedAt } = submissions
  const order = descending ? desc : asc
  return db.query
    .select({ userId, assigneeId, status, statusChangedAt, uploadedAt, ...namesOfSubmission })
    .from(submissions)
    .where(matchesFilter(actor, filter))
    .orderBy(order(uploadedAt), order(submissions.id))
    .limit(limit)
}

export type ExportedSubmission = Awaited<ReturnType<typeof listSubmissionsToExport>>[number]
