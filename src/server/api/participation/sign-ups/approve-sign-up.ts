import type { Ctx } from '#api/context.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { auditResult } from './audit-result.ts'
import { createDecisionNotification } from './result-notifications.ts'
import { mustBeLive, mustOrganizeResult, type ResultToChange } from './result-to-change.ts'

/** Approves a pending sign-up. Organisers only. */
export function approveSignUp(ctx: Ctx, row: ResultToChange): ResultWrite {
  mustOrganizeResult(ctx, row)
  mustBeLive(row)
  const { result } = row
  return {
    resultId: result.id,
    result: updateResult(ctx, result, { signedUpAt: ctx.now, approvedByUserId: ctx.actor.id }),
    relatedStatements: [auditResult(ctx, row, 'result.approved')],
    notifications: [createDecisionNotification(row, 'signUpApproved')],
  }
}
