import type { Ctx } from '#api/context.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import { mustBeValidCompletionDate } from '#api/participation/results/completion-date.ts'
import { isOrganizedResult } from '#api/participation/results/storage.ts'
import { Refused } from '#api/refusals.ts'
import { approveSignUp } from './approve-sign-up.ts'
import { cancelSignUp } from './cancel-sign-up.ts'
import { listResultsToChange } from './changeable-storage.ts'
import type { WrittenResult } from './contract.ts'
import { recordAttendance } from './record-attendance.ts'
import { restoreSignUp } from './restore-sign-up.ts'
import { mustReachResult, type ResultToChange } from './result-to-change.ts'
import { findRequestedChange } from './rules.ts'

/** Returns the write for the one change that a written result requests. */
function changeResult(ctx: Ctx, row: ResultToChange, written: WrittenResult): ResultWrite {
  mustReachResult(ctx, row, written)
  switch (findRequestedChange(row.result, written)) {
    case 'cancel':
      return cancelSignUp(ctx, row)
    case 'restore':
      return restoreSignUp(ctx, row)
    case 'approve':
      return approveSignUp(ctx, row)
    case 'attendance':
      return recordAttendance(ctx, row, written)
    case null:
      return { resultId: row.result.id, result: null, relatedStatements: [] }
  }
}

/** Returns the latest accepted date of completion: now, or the end of an occasion that has not ended. */
const latestMoment = ({ now }: Ctx, { occasion }: ResultToChange) =>
  occasion && occasion.endsAt > now ? occasion.endsAt : now

/**
 * Returns, in the order of `written`, the write for each element that changes a result, and null for each without a
 * `resultId`. The latter is a new sign-up. A change cancels, restores, approves or notes attendance and completion; an
 * element that changes nothing gets an empty write. Reads all results in one query; commits nothing.
 *
 * @throws Refused('not_found') when a result does not exist or belongs to another person.
 * @throws Refused('invalid_input') when a date of completion is before 1900 or too late.
 * @throws Refused('not_allowed'), Refused('changed_meanwhile') or Refused('result_moved') as `mustReachResult` does.
 * @throws Refused with the codes of `cancelSignUp`, `restoreSignUp`, `approveSignUp` and `recordAttendance`.
 */
export async function changeResults(ctx: Ctx, written: readonly WrittenResult[]): Promise<(ResultWrite | null)[]> {
  const resultIds = written.flatMap(({ resultId }) => resultId ?? [])
  if (resultIds.length === 0) return written.map(() => null)
  const rows = await listResultsToChange(ctx, resultIds, isOrganizedResult(ctx.actor))
  const byId = new Map(rows.map((row) => [row.result.id, row]))
  return written.map((one, index) => {
    if (!one.resultId) return null
    const row = byId.get(one.resultId)
    if (!row || row.result.userId !== one.userId) throw new Refused('not_found')
    if (one.completed) mustBeValidCompletionDate(ctx, index, one.completedDate, latestMoment(ctx, row))
    return changeResult(ctx, row, one)
  })
}
