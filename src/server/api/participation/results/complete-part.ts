import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { Statement } from '#platform/database.ts'
import { completeEducation } from './complete-education.ts'
import { findLatestResult, markCompleted } from './storage.ts'

export interface PartCompletion {
  userId: number
  educationPartId: number
  completedAt: Date
  /** Scaled 0 to 1, when the course reported one. */
  score?: number | null
  /** Somebody's decision, when it was no course's. */
  approvedByUserId?: number
}

interface OpenResult {
  resultId: number
  /** The educations that hold the part. */
  educationIds: readonly number[]
}

/** What completes a result that is open, and every education whose last mandatory part it was. */
export function completionOf(
  ctx: Visitor,
  { resultId, educationIds }: OpenResult,
  completion: PartCompletion,
): Statement[] {
  const { userId, educationPartId, completedAt, score = null, approvedByUserId = null } = completion
  return [
    markCompleted(ctx, { resultId, userId, completedAt, score, approvedByUserId }),
    recordAudit(ctx, 'result.completed', { type: 'result', id: resultId }, { userId, educationPartId, score }),
    ...educationIds.flatMap((educationId) => completeEducation(ctx, userId, educationId)),
  ]
}

/**
 * What completes a person's latest result of a part: statements for the caller's own commit. Empty when there is no
 * result, or it is completed already; harmless to repeat.
 */
export async function partCompletion(ctx: Visitor, completion: PartCompletion): Promise<Statement[]> {
  const latest = await findLatestResult(ctx.db, completion)
  return !latest || latest.completed ? [] : completionOf(ctx, latest, completion)
}

/** The same in a commit of its own. */
export async function completePart(ctx: Visitor, completion: PartCompletion): Promise<void> {
  await ctx.db.commit(await partCompletion(ctx, completion))
}
