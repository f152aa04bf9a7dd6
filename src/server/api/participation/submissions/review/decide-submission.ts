import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/text-types.ts'
import { insertComment } from '#api/participation/comments/storage.ts'
import { canDecideFor } from '#api/participation/results/access.ts'
import { completeOpenResult } from '#api/participation/results/complete-part.ts'
import { reopenEducations } from '#api/participation/results/reopen-education.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { notifyPerson } from '#api/participation/reviewers/notify.ts'
import { type RefusalCode, Refused, toRefusalCode } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { Submission } from '../contract.ts'
import { needsComment, refuseDecision, type SubmissionStatus, submissionStatuses } from '../rules.ts'
import { toSubmission, updateSubmission } from '../storage.ts'
import { findSubmissionToDecide, listReviewable, type SubmissionToDecide } from './storage.ts'

/** The comment of a decision, and the version that the reviewer read. */
export interface ReviewDecision {
  comment?: string | null | undefined
  lastChange?: Date | null | undefined
}

const { Approved, InReview } = submissionStatuses

/** The notice of each decision, and the variant of the mail. */
const notifications = {
  3: { kind: 'submissionReturned', context: 'returned' },
  4: { kind: 'submissionApproved', context: 'approved' },
  5: { kind: 'submissionRejected', context: 'rejected' },
} as const

/** The audit action of each status that a reviewer can set. */
const actions: Partial<Record<SubmissionStatus, AuditAction>> = {
  2: 'submission.reviewBegun',
  3: 'submission.returned',
  4: 'submission.approved',
  5: 'submission.rejected',
}

/** Returns a refusal with the current status and its author as details. */
const refusalWithStatus = (code: RefusalCode, { submission, changedByName }: SubmissionToDecide) =>
  new Refused(code, { details: { status: submission.status, by: changedByName } })

function mustHaveReason(ctx: Ctx, to: SubmissionStatus, { comment }: ReviewDecision, row: SubmissionToDecide): void {
  if (!needsComment(to) || comment || row.isExplained) return
  const reason = translator(ctx.language, 'refusals')('invalid.submission_comment')
  throw new Refused('invalid_input', { fields: { comment: reason } })
}

function mustBeDecidable(ctx: Ctx, row: SubmissionToDecide, to: SubmissionStatus, decision: ReviewDecision): void {
  const { submission, canceled } = row
  if (!canDecideFor(ctx.actor, submission.userId)) throw new Refused('own_result')
  const bySuperadministrator = isSuperadministrator(ctx.actor)
  const refusal = refuseDecision({ from: submission.status, to, canceled: canceled === 1, bySuperadministrator })
  if (refusal) throw refusalWithStatus(refusal, row)
  const { lastChange } = decision
  if (lastChange && lastChange < submission.changedAt) throw refusalWithStatus('changed_meanwhile', row)
  mustHaveReason(ctx, to, decision, row)
}

/** Returns the statements for the part's result: completed by approval, reopened when the approval is retracted. */
function resultStatements(
  ctx: Ctx,
  { submission, completed, completedAt, educationIds }: SubmissionToDecide,
  to: SubmissionStatus,
): Statement[] {
  const { educationPartResultId: resultId, userId, educationPartId, status } = submission
  if (to === Approved && !completed)
    return completeOpenResult(
      ctx,
      { resultId, educationIds: JSON.parse(educationIds) as number[] },
      { userId, educationPartId, completedAt: ctx.now, approvedByUserId: ctx.actor.id },
    )
  if (status !== Approved || to === Approved) return []
  return [
    updateResult(ctx, { id: resultId, userId }, { completed: false, completedAt: null }),
    ...reopenEducations(ctx, {
      userId,
      educationPartId,
      completedAt: completedAt === null ? null : new Date(completedAt),
    }),
    recordAudit(ctx, 'result.takenBack', { type: 'result', id: resultId }, { userId, educationPartId }),
  ]
}

function notifyLearner(
  ctx: Ctx,
  row: SubmissionToDecide,
  to: SubmissionStatus,
  comment: string | null | undefined,
): Statement[] {
  const { submission, firstName, email, language, partTitle } = row
  if (to !== 3 && to !== 4 && to !== 5) return []
  const { kind, context } = notifications[to]
  const values = { title: partTitle, context, comment: comment ? `\n\n${comment}` : '' }
  const { educationId, educationPartId, educationPartResultId } = submission
  // An approved one leads to the finish line of its part.
  const place = to === Approved ? `?done=${educationPartId}#finish-line` : `#part-${educationPartId}`
  const path = educationId ? `/education/${educationId}${place}` : '/profile'
  // The texts of the other decisions say what to do.
  const stepResultId = to === Approved ? educationPartResultId : undefined
  const learner = { id: submission.userId, firstName, email, language }
  return notifyPerson(ctx, learner, { kind, mail: 'submissionReviewed', values, path, stepResultId })
}

function writes(
  ctx: Ctx,
  row: SubmissionToDecide,
  to: SubmissionStatus,
  comment: string | null | undefined,
): Statement[] {
  const { submission } = row
  const { id, educationPartResultId, status, version } = submission
  const change = { status: to, statusChangedAt: ctx.now, statusChangedByUserId: ctx.actor.id }
  return [
    updateSubmission(ctx, id, submission.changedAt, change),
    ...(comment ? [insertComment(ctx, educationPartResultId, comment)] : []),
    ...resultStatements(ctx, row, to),
    recordAudit(
      ctx,
      actions[to] ?? 'submission.changed',
      { type: 'submission', id },
      { userId: submission.userId, version, before: { submissionStatus: status }, after: { submissionStatus: to } },
    ),
    ...notifyLearner(ctx, row, to, comment),
  ]
}

async function getReviewable(ctx: Ctx, id: number): Promise<Submission> {
  const [row] = await listReviewable(ctx.db, ctx.actor, [id])
  if (!row) throw new Refused('not_found')
  return toSubmission(ctx, row)
}

/**
 * Moves a submission to another status, with an optional comment and an audit entry, and returns it. The author is
 * notified of an approval, refusal or request for completion. Approval completes the part; its retraction reopens the
 * part and educations. A concurrent decision is refused (optimistic locking), and with `lastChange` one since then; the
 * caller's own repeated one is returned unchanged.
 *
 * @throws Refused('not_found') when the caller cannot review it.
 * @throws Refused('own_result') when it is the caller's own.
 * @throws Refused('invalid_input') when a decision that needs a comment has none.
 * @throws Refused with the code of `refuseDecision`, or 'changed_meanwhile'; current status and author are in the
 * details.
 */
export async function decideSubmission(
  ctx: Ctx,
  id: number,
  to: SubmissionStatus,
  decision: ReviewDecision,
): Promise<Submission> {
  const row = await findSubmissionToDecide(ctx.db, ctx.actor, id)
  if (!row) throw new Refused('not_found')
  const { status, statusChangedByUserId } = row.submission
  // A repeated request, whose first reply was lost.
  if (status === to && to >= InReview && statusChangedByUserId === ctx.actor.id) return getReviewable(ctx, id)
  mustBeDecidable(ctx, row, to, decision)
  try {
    await ctx.db.commit(writes(ctx, row, to, decision.comment))
  } catch (error) {
    const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    if (!code) throw error
    const now = await findSubmissionToDecide(ctx.db, ctx.actor, id)
    throw refusalWithStatus(code, now ?? row)
  }
  return getReviewable(ctx, id)
}
