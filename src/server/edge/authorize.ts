import { type Actor, isPermitted, whoMay } from '#api/actor.ts'
import type { Call } from '#api/calls.ts'
import type { Feature } from '#api/features.ts'
import { Refused } from '#api/refusals.ts'

/** Refuses a visitor that the call's own row does not let in; finer scope is the slice's. */
export async function authorize(
  call: Call,
  actor: Actor | null,
  activeFeatures: () => Promise<readonly Feature[]>,
  hadToken: boolean,
): Promise<void> {
  if (call.feature && !(await activeFeatures()).includes(call.feature)) throw new Refused('not_found')
  if (actor?.integration) {
    if (!call.integration || !isPermitted(actor, call.integration)) throw new Refused('not_allowed')
    return
  }
  if (call.who === 'anyone') return
  if (!actor) throw new Refused(hadToken ? 'session_expired' : 'not_signed_in')
  if (actor.passwordExpiryDate && !call.whilePasswordExpired) throw new Refused('password_change_required')
  if (!whoMay[call.who](actor)) throw new Refused('not_allowed')
}
