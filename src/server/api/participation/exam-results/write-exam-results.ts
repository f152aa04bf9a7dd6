import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { commitWrites, type Write } from '#api/participation/results/write.ts'
import { removeResult, updateResult } from '#api/participation/results/write-storage.ts'
import { refuseCancel } from '#api/participation/sign-ups/rules.ts'
import { mayForChild } from '#api/people/guardians/access.ts'
import { Refused } from '#api/refusals.ts'
import type { DriverExamResult, ExamSignUp, WrittenExamResult } from './contract.ts'
import { examResultFor, standingIn } from './exam-result.ts'
import { examine } from './examine.ts'
import { signUpDriver } from './sign-up-driver.ts'
import { findRowOf, listRowsToChange } from './storage.ts'
import { tellRemoved, tellWithdrawn } from './tell-driver.ts'

/** Commits all or none, and answers each result as it stands afterwards, in the order they were written. */
async function committed(ctx: Ctx, examId: number, writes: readonly Write[]): Promise<DriverExamResult[]> {
  const resultIds = (await commitWrites(ctx, writes)).map(({ resultId }) => resultId)
  const rows = new Map((await listRowsToChange(ctx, examId, resultIds)).map((row) => [row.result.id, row]))
  return resultIds.flatMap((id) => {
    const row = rows.get(id)
    return row ? [examResultFor(ctx, row)] : []
  })
}

export async function signUpToExam(ctx: Ctx, examId: number, given: ExamSignUp): Promise<DriverExamResult> {
  const [result] = await committed(ctx, examId, [await signUpDriver(ctx, examId, given)])
  if (!result) throw new Refused('not_found')
  return result
}

export async function writeExamResults(
  ctx: Ctx,
  examId: number,
  written: readonly WrittenExamResult[],
): Promise<DriverExamResult[]> {
  const rows = await listRowsToChange(
    ctx,
    examId,
    written.flatMap(({ resultId }) => resultId ?? []),
  )
  const byId = new Map(rows.map((row) => [row.result.id, row]))
  const writes: Write[] = []
  for (const one of written) {
    const row = one.resultId ? byId.get(one.resultId) : null
    if (row === undefined || (row && row.result.userId !== one.userId)) throw new Refused('not_found')
    writes.push(row ? examine(ctx, row, one) : await signUpDriver(ctx, examId, { ...one, customAnswers: [] }))
  }
  return committed(ctx, examId, writes)
}

/** Passes a driver; asked again, it answers what stands. */
export async function approveDriver(ctx: Ctx, examId: number, userId: number): Promise<DriverExamResult> {
  const row = await findRowOf(ctx, examId, userId)
  if (!row) throw new Refused('not_found')
  const [result] = await committed(ctx, examId, [
    examine(ctx, row, { resultId: row.result.id, userId, completed: true }),
  ])
  if (!result) throw new Refused('not_found')
  return result
}

/** An organiser removes the row, the audit keeps what it held; the driver and a guardian call it off by the rules. */
export async function takeOffExam(ctx: Ctx, examId: number, userId: number, resultId: number): Promise<undefined> {
  const [row] = await listRowsToChange(ctx, examId, [resultId])
  if (row?.result.userId !== userId) throw new Refused('not_found')
  const { result, exam } = row
  const organizes = Boolean(row.byOrganizer) && userId !== ctx.actor.id
  const isOwn = userId === ctx.actor.id || mayForChild(standingIn(ctx, row), 'signOff')
  if (!organizes && !isOwn) throw new Refused(row.answered ? 'not_allowed' : 'not_found')
  if (row.protocol) throw new Refused('exam_has_results')
  const until = { startsAt: exam.startsAt, lastCancelAt: exam.startsAt, lastSignUpAt: null }
  const refusal = refuseCancel(result, until, { now: ctx.now, byOrganizer: organizes })
  if (refusal) throw new Refused(refusal)
  const target = { type: 'result', id: resultId } as const
  const { id: _, ...held } = result
  // An examiner who passes the driver in the same moment is not overlooked.
  const write = organizes
    ? {
        result: updateResult(ctx, result, {}, held.changedAt),
        also: [removeResult(ctx, resultId), recordAudit(ctx, 'result.removed', target, held), ...tellRemoved(ctx, row)],
      }
    : {
        result: updateResult(ctx, result, { canceled: true }, held.changedAt),
        also: [recordAudit(ctx, 'result.canceled', target, { userId, examId }), ...tellWithdrawn(ctx, row)],
      }
  await commitWrites(ctx, [{ resultId, ...write }])
}
