import type { Statement } from '#platform/database.ts'
import { recordAudit } from '../audit/storage.ts'
import type { Visitor } from '../context.ts'
import { completeEducation } from './complete-education.ts'
import { findLatestResult, markCompleted } from './storage.ts'

export interface PartCompletion {
  userId: number
  educationPartId: number
  completedAt: Date
  /** Scaled 0 to 1, when the course reported one. */
  score?: number | null
}

/**
 * What completes a person's latest result of a part, and every education whose last mandatory part it was: statements
 * for the caller's own commit. Empty when there is no result, or it is completed already; harmless to repeat.
 */
export async function partCompletion(ctx: Visitor, completion: PartCompletion): Promise<Statement[]> {
  const latest = await findLatestResult(ctx.db, completion)
  if (!latest || latest.completed) return []
  const { userId, educationPartId, completedAt, score = null } = completion
  return [
    markCompleted(ctx, { resultId: latest.resultId, completedAt, score }),
    recordAudit(ctx, 'result.completed', { type: 'result', id: latest.resultId }, { userId, educationPartId, score }),
    ...latest.educationIds.flatMap((educationId) => completeEducation(ctx, userId, educationId)),
  ]
}

/** The same in a commit of its own. */
export async function completePart(ctx: Visitor, completion: PartCompletion): Promise<void> {
  await ctx.db.commit(await partCompletion(ctx, completion))
}
