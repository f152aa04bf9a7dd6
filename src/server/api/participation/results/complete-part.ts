import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { Statement } from '#platform/database.ts'
import { completeEducation } from './complete-education.ts'
import { isOfEarlierSignUp } from './earlier-sign-ups.ts'
import { findLatestResult, listSignUps, markCompleted } from './storage.ts'

/** The completion of a part by a course or by a person. */
export interface PartCompletion {
  userId: number
  educationPartId: number
  completedAt: Date
  /** Score from 0 to 1, when the course reported one. */
  score?: number | null
  /** Start of the attempt at the course that completes the part; absent when a person decided. */
  attemptStartedAt?: Date
  /** The person who decided; absent when a course completed the part. */
  approvedByUserId?: number
}

interface OpenResult {
  resultId: number
  /** The educations that hold the part. */
  educationIds: readonly number[]
}

/**
 * Returns the statements that complete an open result on a part, with an audit entry, and each of `educationIds` whose
 * last mandatory part it was. The person's open players are notified once the call has succeeded. Does not check that
 * the result is open: a completed one stays, with another entry.
 */
export function completeOpenResult(
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
 * Returns the statements that complete a person's latest result on a part, with audit entries, for the caller's commit.
 * They also complete the educations whose last mandatory part it was, and the person's open players are notified once
 * the call has succeeded. Empty without an approved result, when it is completed already, and when the attempt belongs
 * to an earlier sign-up. Idempotent.
 */
export async function completeLatestResult(ctx: Visitor, completion: PartCompletion): Promise<Statement[]> {
  const [latest, signUps] = await Promise.all([
    findLatestResult(ctx.db, completion),
    completion.attemptStartedAt ? listSignUps(ctx.db, completion) : [],
  ])
  if (!latest || latest.completed) return []
  const [own, ...earlier] = signUps.slice(signUps.findIndex(({ id }) => id === latest.resultId))
  const { attemptStartedAt } = completion
  if (attemptStartedAt && own && isOfEarlierSignUp(attemptStartedAt, own.createdAt, earlier)) return []
  return completeOpenResult(ctx, latest, completion)
}

/**
 * Completes a person's latest result on a part, and with it educations as `completeOpenResult` does, in a commit of its
 * own with audit entries; does nothing without one, or when it is completed already. The person's open players are
 * notified once the call has succeeded. Does not check access.
 */
export async function completePart(ctx: Visitor, completion: PartCompletion): Promise<void> {
  await ctx.db.commit(await completeLatestResult(ctx, completion))
}
