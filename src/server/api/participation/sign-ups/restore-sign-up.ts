import type { Ctx } from '#api/context.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { auditResult } from './audit-result.ts'
import { createConfirmationOfChoice } from './result-notifications.ts'
import { mustOrganizeResult, type ResultToChange } from './result-to-change.ts'

/**
 * Returns the write by which an organiser restores a cancelled sign-up, with an audit entry. Commits nothing, does not
 * check that it is cancelled, and invalidates no cached response. The person and a child's guardians get a confirmation
 * when it is approved, not completed and on an occasion that has not ended; none for an exam. The commit withdraws a
 * refund that was not sent or has failed, and takes the person from the occasion's queue. It fails as `occasion_full`,
 * `occasion_canceled`, `already_signed_up`, `payment_refunded` or, for an exam, `guardian_required`.
 *
 * @throws Refused('not_allowed') or Refused('own_result') as `mustOrganizeResult` does.
 */
export function restoreSignUp(ctx: Ctx, row: ResultToChange): ResultWrite {
  mustOrganizeResult(ctx, row)
  const { result } = row
  return {
    resultId: result.id,
    result: updateResult(ctx, result, { canceled: false }),
    relatedStatements: [auditResult(ctx, row, 'result.restored')],
    notifications:
      result.signedUpAt && !result.completed ? createConfirmationOfChoice(ctx, row, 'signUpConfirmed') : [],
  }
}
