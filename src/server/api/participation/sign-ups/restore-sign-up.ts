import type { Ctx } from '#api/context.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { auditResult } from './audit-result.ts'
import { createConfirmationOfChoice } from './result-notifications.ts'
import { mustOrganizeResult, type ResultToChange } from './result-to-change.ts'

/** Restores a canceled sign-up. Organisers only; a trigger refuses it when no seat is left. */
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
