import type { Ctx } from '#api/context.ts'
import type { Write } from '#api/participation/results/write.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { auditResult } from './audit-result.ts'
import { tellDecision } from './result-news.ts'
import { mustBeLive, mustOrganizeResult, type ResultToChange } from './result-to-change.ts'

/** Approves a pending sign-up. Organisers only. */
export function approveSignUp(ctx: Ctx, row: ResultToChange): Write {
  mustOrganizeResult(ctx, row)
  mustBeLive(row)
  const { result } = row
  return {
    resultId: result.id,
    result: updateResult(ctx, result, { signedUpAt: ctx.now, approvedByUserId: ctx.actor.id }),
    also: [auditResult(ctx, row, 'result.approved')],
    told: [tellDecision(row, 'signUpApproved')],
  }
}
