import type { Ctx } from '#api/context.ts'
import { requireExpectedCount } from '#api/expected-count.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { notifyPerson } from '#api/participation/reviewers/notify.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { Submission } from '../contract.ts'
import { maxAssigned, refuseAssignment, toStatusWhenAssigned } from '../rules.ts'
import { type SubmissionRow, toSubmission, updateSubmission } from '../storage.ts'
import type { AssignMatching } from './contract.ts'
import { listExaminers, listMatchingIds, listReviewable } from './storage.ts'

function assignmentStatements(ctx: Ctx, assigneeId: number, { submission }: SubmissionRow): Statement[] {
  const { id, status, statusChangedAt, statusChangedByUserId, changedAt, assigneeId: before, userId } = submission
  const next = toStatusWhenAssigned(status)
  const isBegun = next !== status
  return [
    updateSubmission(ctx, id, changedAt, {
      assigneeId,
      status: next,
      statusChangedAt: isBegun ? ctx.now : statusChangedAt,
      statusChangedByUserId: isBegun ? ctx.actor.id : statusChangedByUserId,
    }),
    recordAudit(ctx, 'submission.assigned', { type: 'submission', id }, { assigneeId, before, userId }),
  ]
}

/** Returns one notification for all submissions; none when the caller assigned them to themselves. */
async function notifyAssignee(ctx: Ctx, assigneeId: number, rows: readonly SubmissionRow[]): Promise<Statement[]> {
  const [first] = rows
  if (!first || assigneeId === ctx.actor.id) return []
  const user = await findAddressee(ctx.db, { id: assigneeId })
  if (!user) return []
  const values = { title: first.partTitle, author: ctx.actor.name, count: String(rows.length) }
  const path =
    rows.length === 1 ? `/inlamningsuppgifter?submission=${first.submission.id}` : '/inlamningsuppgifter?view=mine'
  return notifyPerson(ctx, user, { kind: 'submissionAssigned', values, path })
}

/**
 * Assigns submissions to a reviewer, all or none, which begins the review of new ones. Writes an audit entry for each
 * change, notifies the reviewer unless it is the caller, and returns the submissions, oldest upload first. Those that
 * the reviewer has already stay unchanged.
 *
 * @throws Refused('not_found') when the caller cannot review one of them.
 * @throws Refused('submission_decided') with its id as details when one is decided.
 * @throws Refused('assignee_unsuitable') when the person cannot review all of them.
 * @throws Refused('changed_meanwhile') when one was changed at the same time.
 */
export async function assignSubmissions(ctx: Ctx, assigneeId: number, ids: readonly number[]): Promise<Submission[]> {
  const submissionIds = [...new Set(ids)]
  const [rows, examiners] = await Promise.all([
    listReviewable(ctx.db, ctx.actor, submissionIds),
    listExaminers(ctx.db, ctx.actor, submissionIds),
  ])
  if (rows.length < submissionIds.length) throw new Refused('not_found')
  for (const { submission } of rows) {
    const refusal = refuseAssignment(submission.status)
    if (refusal) throw new Refused(refusal, { details: { submissionId: submission.id } })
  }
  const suitable = examiners.find(({ id }) => id === assigneeId)?.submissionIds ?? []
  if (!submissionIds.every((id) => suitable.includes(id))) throw new Refused('assignee_unsuitable')
  const changed = rows.filter(({ submission }) => submission.assigneeId !== assigneeId)
  const notifications = await notifyAssignee(ctx, assigneeId, changed)
  try {
    await ctx.db.commit([...changed.flatMap((row) => assignmentStatements(ctx, assigneeId, row)), ...notifications])
  } catch (error) {
    const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    throw code ? new Refused(code) : error
  }
  return (await listReviewable(ctx.db, ctx.actor, submissionIds)).map((row) => toSubmission(ctx, row))
}

/**
 * Assigns all submissions that a filter selects at this moment, among those that the caller can review, to a reviewer
 * as `assignSubmissions` does. More than 200 are refused as changed.
 *
 * @throws Refused('selection_changed') when the filter selects another number than the caller saw.
 * @throws Refused with the codes of `assignSubmissions`.
 */
export async function assignMatching(
  ctx: Ctx,
  assigneeId: number,
  { filter, expectedCount }: AssignMatching,
): Promise<Submission[]> {
  const ids = await listMatchingIds(ctx.db, ctx.actor, filter, maxAssigned + 1)
  requireExpectedCount(ids.length, expectedCount)
  return assignSubmissions(ctx, assigneeId, ids)
}
