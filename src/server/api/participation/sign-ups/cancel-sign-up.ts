import type { Ctx } from '#api/context.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { Refused } from '#api/refusals.ts'
import { auditResult } from './audit-result.ts'
import { createConfirmationOfChoice, createDecisionNotifications } from './result-notifications.ts'
import type { ResultToChange } from './result-to-change.ts'
import { refuseCancel } from './rules.ts'

/**
 * Returns the write that cancels a sign-up: the person or a guardian until the deadline, an organiser also later (spec
 * G-037b), but not the own one. An organiser who cancels a pending sign-up refuses it. It has an audit entry and
 * notifications of the person and a child's guardians, and a trigger records the refund. Commits nothing, and checks
 * neither access nor whether it is cancelled already.
 *
 * @throws Refused('cancel_closed') when the deadline has passed for the person or a guardian.
 * @throws Refused('result_completed') when the result is completed.
 */
export function cancelSignUp(ctx: Ctx, row: ResultToChange): ResultWrite {
  const { result, occasion } = row
  // Organisers follow the learner's rules for their own sign-ups.
  const isByOrganizer = Boolean(row.isByOrganizer) && result.userId !== ctx.actor.id
  const refusal = refuseCancel(result, occasion, { now: ctx.now, isByOrganizer })
  if (refusal) throw new Refused(refusal)
  const isRefused = isByOrganizer && result.signedUpAt === null
  return {
    resultId: result.id,
    result: updateResult(ctx, result, { canceled: true }),
    relatedStatements: [auditResult(ctx, row, isRefused ? 'result.refused' : 'result.canceled')],
    notifications: isByOrganizer
      ? createDecisionNotifications(row, isRefused ? 'signUpRefused' : 'signUpCanceled')
      : createConfirmationOfChoice(ctx, row, 'signUpWithdrawn'),
  }
}
