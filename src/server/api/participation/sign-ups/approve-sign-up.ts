import type { Ctx } from '#api/context.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { auditResult } from './audit-result.ts'
import { createDecisionNotifications } from './result-notifications.ts'
import { mustBeLive, mustOrganizeResult, type ResultToChange } from './result-to-change.ts'

/**
 * Returns the write by which an organiser approves a sign-up, with an audit entry and notifications of the person and a
 * child's guardians. Commits nothing. That it is pending is not checked: an approved one would be approved again.
 *
 * @throws Refused('not_allowed') or Refused('own_result') as `mustOrganizeResult` does.
 * @throws Refused('result_canceled') when the sign-up is cancelled.
 */
export function approveSignUp(ctx: Ctx, row: ResultToChange): ResultWrite {
  mustOrganizeResult(ctx, row)
  mustBeLive(row)
  const { result } = row
  return {
    resultId: result.id,
    result: updateResult(ctx, result, { signedUpAt: ctx.now, approvedByUserId: ctx.actor.id }),
    relatedStatements: [auditResult(ctx, row, 'result.approved')],
    notifications: createDecisionNotifications(row, 'signUpApproved'),
  }
}
