import { asc, desc } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import type { Database } from '#platform/database.ts'
import { namesOfSubmission } from '../names.ts'
import { submissions } from '../table.ts'
import type { SubmissionFilter } from './contract.ts'
import { matchesFilter, type ReviewConditions } from './storage.ts'

/**
 * Lists at most `limit` submissions of a filter, like those of `readReviewPage` and in the same order, with only what a
 * file shows: no versions, scans or comments.
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
