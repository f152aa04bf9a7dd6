import type { Ctx } from '#api/context.ts'
import type { Write } from '#api/participation/results/write.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { auditResult } from './audit-result.ts'
import { tellChoice } from './result-news.ts'
import { mustOrganizeResult, type ResultToChange } from './result-to-change.ts'

/** Takes back the cancellation of a sign-up, for organisers; the database refuses it where the place is taken. */
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
