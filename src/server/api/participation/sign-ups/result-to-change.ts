import { isHeldBy } from '#api/catalogue/occasions/rules.ts'
import type { Ctx } from '#api/context.ts'
import { canDecideFor } from '#api/participation/results/access.ts'
import { Refused } from '#api/refusals.ts'
import type { ChangeableRow } from './changeable-storage.ts'
import type { WrittenResult } from './contract.ts'

/** A stored result, with the caller's relation to it. */
export type ResultToChange = ChangeableRow

/**
 * Refuses a caller without access to a result that is to change, and a change of an outdated version. Without
 * `lastChange` and `occasionId` in the change these are not compared.
 *
 * @throws Refused('not_allowed') unless it is the caller's own, a child's or on what the caller organises.
 * @throws Refused('changed_meanwhile') when it has been written since `lastChange`.
 * @throws Refused('result_moved') when it is on another occasion than the one of the change.
 */
export function mustReachResult(
  ctx: Ctx,
  { result, isGuardian, isByOrganizer }: ResultToChange,
  written: WrittenResult,
) {
  const isOwn = result.userId === ctx.actor.id || Boolean(isGuardian)
  if (!isOwn && !isByOrganizer) throw new Refused('not_allowed')
  if (written.lastChange && written.lastChange < result.changedAt) throw new Refused('changed_meanwhile')
  if (written.occasionId && written.occasionId !== result.occasionId) throw new Refused('result_moved')
}

/**
 * Refuses a caller who does not organise a result that is to change.
 *
 * @throws Refused('not_allowed') for learners and guardians.
 * @throws Refused('own_result') when organisers decide about their own result.
 */
export function mustOrganizeResult(ctx: Ctx, { result, isByOrganizer }: ResultToChange): void {
  if (!isByOrganizer) throw new Refused('not_allowed')
  if (!canDecideFor(ctx.actor, result.userId)) throw new Refused('own_result')
}

/**
 * Refuses attendance and completion before the day of the occasion. Parts without an occasion have no such day.
 *
 * @throws Refused('occasion_not_held') before the day, in the portal's zone, on which the occasion begins.
 */
export function mustBeHeld({ now }: Ctx, { occasion }: ResultToChange): void {
  if (occasion && !isHeldBy({ startDate: occasion.startsAt }, now)) throw new Refused('occasion_not_held')
}

/**
 * Refuses a cancelled result: attendance noted offline must not restore a sign-up that was cancelled in the meantime.
 *
 * @throws Refused('result_canceled') when the result is cancelled.
 */
export function mustBeLive({ result }: ResultToChange): void {
  if (result.canceled) throw new Refused('result_canceled')
}
