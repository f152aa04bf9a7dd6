import type { Ctx } from '#api/context.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { auditResult } from './audit-result.ts'
import { createConfirmationOfChoice } from './result-notifications.ts'
import { mustOrganizeResult, type ResultToChange } from './result-to-change.ts'

/**
 * Returns the write by which an organiser restores a cancelled sign-up, with an audit entry. The person and a child's
 * guardians get a confirmation when it is approved and not completed. Commits nothing, and does not check that it is
 * cancelled. The commit fails as `occasion_full`, `occasion_canceled`, `already_signed_up` or `payment_refunded`.
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
