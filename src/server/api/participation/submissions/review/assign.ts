import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { tell } from '#api/participation/reviewers/tell.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import { codeOfConstraint, Refused } from '#api/refusals.ts'
import { Constraint, type Statement } from '#platform/database.ts'
import type { Submission } from '../contract.ts'
import { refuseAssignment, statusWhenAssigned } from '../rules.ts'
import { type SubmissionRow, submissionFrom, updateSubmission } from '../storage.ts'
import { listExaminers, listReviewable } from './storage.ts'

function assigning(ctx: Ctx, assigneeId: number, { submission }: SubmissionRow): Statement[] {
  const { id, status, statusChangedAt, statusChangedByUserId, changedAt, assigneeId: before, userId } = submission
  const next = statusWhenAssigned(status)
  const begun = next !== status
  return [
    updateSubmission(ctx, id, changedAt, {
      assigneeId,
      status: next,
      statusChangedAt: begun ? ctx.now : statusChangedAt,
      statusChangedByUserId: begun ? ctx.actor.id : statusChangedByUserId,
    }),
    recordAudit(ctx, 'submission.assigned', { type: 'submission', id }, { assigneeId, before, userId }),
  ]
}

/** One notice and one mail, however many are given at once; nobody is told what they gave themselves. */
async function news(ctx: Ctx, assigneeId: number, rows: readonly SubmissionRow[]): Promise<Statement[]> {
  const [first] = rows
  if (!first || assigneeId === ctx.actor.id) return []
  const user = await findAddressee(ctx.db, { id: assigneeId })
  if (!user) return []
  const values = { title: first.partTitle, author: ctx.actor.name, count: String(rows.length) }
  const path =
    rows.length === 1 ? `/inlamningsuppgifter?submission=${first.submission.id}` : '/inlamningsuppgifter?view=mine'
  return tell(ctx, user, { kind: 'submissionAssigned', values, path })
}

/** Gives submissions to somebody to review, all or none. */
export async function assign(ctx: Ctx, assigneeId: number, ids: readonly number[]): Promise<Submission[]> {
  const wanted = [...new Set(ids)]
  const [rows, examiners] = await Promise.all([
    listReviewable(ctx.db, ctx.actor, wanted),
    listExaminers(ctx.db, ctx.actor, wanted),
  ])
  if (rows.length < wanted.length) throw new Refused('not_found')
  for (const { submission } of rows) {
    const refusal = refuseAssignment(submission.status)
    if (refusal) throw new Refused(refusal, { details: { submissionId: submission.id } })
  }
  const suitable = examiners.find(({ id }) => id === assigneeId)?.submissionIds ?? []
  if (!wanted.every((id) => suitable.includes(id))) throw new Refused('assignee_unsuitable')
  const changed = rows.filter(({ submission }) => submission.assigneeId !== assigneeId)
  const told = await news(ctx, assigneeId, changed)
  try {
    await ctx.db.commit([...changed.flatMap((row) => assigning(ctx, assigneeId, row)), ...told])
  } catch (error) {
    const code = error instanceof Constraint ? codeOfConstraint(error.text) : null
    throw code ? new Refused(code) : error
  }
  return (await listReviewable(ctx.db, ctx.actor, wanted)).map((row) => submissionFrom(ctx, row))
}
