import type { Ctx } from '#api/context.ts'
import type { Write } from '#api/participation/results/write.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { auditResult } from './audit-result.ts'
import { tellChoice } from './result-news.ts'
import { mustOrganizeResult, type ResultToChange } from './result-to-change.ts'

/** Restores a canceled sign-up. Organisers only; a trigger refuses it when no seat is left. */
export function restoreSignUp(ctx: Ctx, row: ResultToChange): Write {
  mustOrganizeResult(ctx, row)
  const { result } = row
  return {
    resultId: result.id,
    result: updateResult(ctx, result, { canceled: false }),
    also: [auditResult(ctx, row, 'result.restored')],
    told: result.signedUpAt && !result.completed ? tellChoice(ctx, row, 'signUpConfirmed') : [],
  }
}
