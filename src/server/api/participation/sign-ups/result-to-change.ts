import type { Ctx } from '#api/context.ts'
import { mayDecideFor } from '#api/participation/results/access.ts'
import { Refused } from '#api/refusals.ts'
import type { WrittenResult } from './contract.ts'
import type { ChangeableRow } from './storage.ts'

/** A result as it stands, with what the caller is to it. */
export type ResultToChange = ChangeableRow

/**
 * Refuses a caller who has nothing to do with the result, or writes of what it is no more.
 *
 * @throws Refused('not_allowed') unless it is the caller's own, a child's or on what the caller organises.
 * @throws Refused('changed_meanwhile') when it has been written since `lastChange`.
 * @throws Refused('result_moved') when it is on another occasion than the one written of.
 */
export function mustReachResult(ctx: Ctx, { result, isGuardian, byOrganizer }: ResultToChange, written: WrittenResult) {
  const isOwn = result.userId === ctx.actor.id || Boolean(isGuardian)
  if (!isOwn && !byOrganizer) throw new Refused('not_allowed')
  if (written.lastChange && written.lastChange < result.changedAt) throw new Refused('changed_meanwhile')
  if (written.occasionId && written.occasionId !== result.occasionId) throw new Refused('result_moved')
}

/**
 * Refuses whoever does not decide about the result.
 *
 * @throws Refused('not_allowed') for learners and guardians, Refused('own_result') for an organiser about themselves.
 */
export function mustOrganizeResult(ctx: Ctx, { result, byOrganizer }: ResultToChange): void {
  if (!byOrganizer) throw new Refused('not_allowed')
  if (!mayDecideFor(ctx.actor, result.userId)) throw new Refused('own_result')
}

/** @throws Refused('result_canceled'): what was noted without a connection must not bring back a sign-up that was canceled meanwhile. */
export function mustBeLive({ result }: ResultToChange): void {
  if (result.canceled) throw new Refused('result_canceled')
}
