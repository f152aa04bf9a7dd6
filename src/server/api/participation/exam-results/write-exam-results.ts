import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { commitWrites, type ResultWrite } from '#api/participation/results/commit-writes.ts'
import { removeResult, updateResult } from '#api/participation/results/write-storage.ts'
import { refuseCancel } from '#api/participation/sign-ups/rules.ts'
import { hasGuardianRight } from '#api/people/guardians/access.ts'
import { Refused } from '#api/refusals.ts'
import { changeExamResult } from './change-exam-result.ts'
import type { DriverExamResult, ExamSignUp, WrittenExamResult } from './contract.ts'
import { toExamResult, toGuardianStanding } from './exam-result.ts'
import { notifyRemovedDriver, notifyWithdrawal } from './notify-driver.ts'
import { signUpDriver } from './sign-up-driver.ts'
import { findExamRow, listExamRowsToChange } from './storage.ts'

/** Commits all writes or none, and returns the resulting rows in the order of the writes. */
async function commitExamWrites(ctx: Ctx, examId: number, writes: readonly ResultWrite[]): Promise<DriverExamResult[]> {
  const resultIds = (await commitWrites(ctx, writes)).map(({ resultId }) => resultId)
  const rows = new Map((await listExamRowsToChange(ctx, examId, resultIds)).map((row) => [row.result.id, row]))
  return resultIds.flatMap((id) => {
    const row = rows.get(id)
    return row ? [toExamResult(ctx, row)] : []
  })
}

/**
 * Signs a driver up to an exam, with an audit entry, and returns the result. Notifies the driver and the guardian (the
 * chosen one or else the only one): the seat is confirmed, or waits for approval or a guardian.
 *
 * @throws Refused with the codes of `signUpDriver`.
 * @throws Refused('occasion_full') or Refused('already_signed_up') when another request was first.
 * @throws Refused('not_found') when the result disappeared after the commit.
 */
export async function signUpToExam(ctx: Ctx, examId: number, input: ExamSignUp): Promise<DriverExamResult> {
  const [result] = await commitExamWrites(ctx, examId, [await signUpDriver(ctx, examId, input)])
  if (!result) throw new Refused('not_found')
  return result
}

/**
 * Writes sign-ups and changes of results on an exam, all or none, with audit entries and notifications: a change for
 * each `resultId`, a sign-up without one, which has no answers to questions. Returns the results in the order of the
 * writes.
 *
 * @throws Refused('not_found') when a result is not of the exam and the person.
 * @throws Refused with the codes of `signUpDriver`, `changeExamResult` and `commitWrites`.
 */
export async function writeExamResults(
  ctx: Ctx,
  examId: number,
  written: readonly WrittenExamResult[],
): Promise<DriverExamResult[]> {
  const rows = await listExamRowsToChange(
    ctx,
    examId,
    written.flatMap(({ resultId }) => resultId ?? []),
  )
  const byId = new Map(rows.map((row) => [row.result.id, row]))
  const writes: ResultWrite[] = []
  for (const one of written) {
    const row = one.resultId ? byId.get(one.resultId) : null
    if (row === undefined || (row && row.result.userId !== one.userId)) throw new Refused('not_found')
    writes.push(row ? changeExamResult(ctx, row, one) : await signUpDriver(ctx, examId, { ...one, customAnswers: [] }))
  }
  return commitExamWrites(ctx, examId, writes)
}

/**
 * Marks a driver as passed on an exam without a protocol, with an audit entry, and returns the result. The driver is
 * notified. Repeating it changes nothing.
 *
 * @throws Refused('not_found') when the person has no result on the exam.
 * @throws Refused with the codes of `changeExamResult`.
 */
export async function approveDriver(ctx: Ctx, examId: number, userId: number): Promise<DriverExamResult> {
  const row = await findExamRow(ctx, examId, userId)
  if (!row) throw new Refused('not_found')
  const [result] = await commitExamWrites(ctx, examId, [
    changeExamResult(ctx, row, { resultId: row.result.id, userId, completed: true }),
  ])
  if (!result) throw new Refused('not_found')
  return result
}

/**
 * Removes a driver from an exam. For an organiser the sign-up is deleted, and the driver is notified; for the driver
 * and a guardian it is cancelled, until the exam begins, and confirmed. Both write an audit entry.
 *
 * @throws Refused('not_found') when the result does not exist or is hidden from the caller.
 * @throws Refused('not_allowed') when the caller may read the result but not cancel it.
 * @throws Refused('exam_has_results') when the driver has been examined.
 * @throws Refused('result_completed') or Refused('cancel_closed') as `refuseCancel` decides.
 * @throws Refused('changed_meanwhile') when an examiner has written the result at the same time.
 */
export async function removeFromExam(ctx: Ctx, examId: number, userId: number, resultId: number): Promise<undefined> {
  const [row] = await listExamRowsToChange(ctx, examId, [resultId])
  if (row?.result.userId !== userId) throw new Refused('not_found')
  const { result, exam } = row
  const isByOrganizer = Boolean(row.isByOrganizer) && userId !== ctx.actor.id
  const isOwn = userId === ctx.actor.id || hasGuardianRight(toGuardianStanding(ctx, row), 'signOff')
  if (!isByOrganizer && !isOwn) throw new Refused(row.answered ? 'not_allowed' : 'not_found')
  if (row.protocol) throw new Refused('exam_has_results')
  const deadlines = { startsAt: exam.startsAt, lastCancelAt: exam.startsAt, lastSignUpAt: null }
  const refusal = refuseCancel(result, deadlines, { now: ctx.now, isByOrganizer: isByOrganizer })
  if (refusal) throw new Refused(refusal)
  const target = { type: 'result', id: resultId } as const
  const { id: _, ...removed } = result
  // The version makes a concurrent pass by an examiner a conflict.
  const write: Omit<ResultWrite, 'resultId'> = isByOrganizer
    ? {
        result: updateResult(ctx, result, {}, removed.changedAt),
        relatedStatements: [
          removeResult(ctx, resultId),
          recordAudit(ctx, 'result.removed', target, removed),
          ...notifyRemovedDriver(ctx, row),
        ],
      }
    : {
        result: updateResult(ctx, result, { canceled: true }, removed.changedAt),
        relatedStatements: [
          recordAudit(ctx, 'result.canceled', target, { userId, examId }),
          ...notifyWithdrawal(ctx, row),
        ],
      }
  await commitWrites(ctx, [{ resultId, ...write }])
}
