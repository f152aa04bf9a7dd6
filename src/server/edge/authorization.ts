import type { MiddlewareHandler } from 'hono'
import type { SignInStep } from '#api/actor.ts'
import { type Actor, callerGroups, type IntegrationCaller } from '#api/actor.ts'
import type { Call } from '#api/calls.ts'
import type { Feature } from '#api/features.ts'
import { hasRecentlyAuthenticated, recordIntegrationCall } from '#api/index.ts'
import { type RefusalCode, Refused } from '#api/refusals.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { getMatchedCall } from './contract-routes.ts'
import type { EdgeEnv } from './edge-env.ts'
import { loadActiveFeatures } from './public-configuration.ts'

const refusalOf = {
  'second-factor': 'second_factor_required',
  'factor-setup': 'second_factor_setup_required',
} as const satisfies Record<SignInStep, RefusalCode>

/**
 * Returns the actor that a call sees: null while the session waits for a sign-in step (a second factor or its setup)
 * that the call is not part of.
 *
 * Hides the actor only from calls whose `who` is `anyone`; for other calls it is returned, and `authorize` refuses
 * them.
 */
export const actorForCall = (call: Call, actor: Actor | null): Actor | null =>
  actor?.awaits && call.who === 'anyone' && !call.signInSteps?.includes(actor.awaits) ? null : actor

interface Visit {
  actor: Actor | null
  hadToken: boolean
  activeFeatures: () => Promise<readonly Feature[]>
  /** Whether the actor signed in or proved their identity in this session within the last minutes. */
  hasRecentProof: () => Promise<boolean>
}

/**
 * Checks that an integration account may make a call. A call whose answer is not narrowed is closed to an account that
 * is limited to organisations.
 */
function authorizeIntegration({ integration }: Call, account: IntegrationCaller): void {
  if (!integration || !account.permissions.includes(integration.permission)) throw new Refused('not_allowed')
  if (!account.resources.includes(integration.resource)) throw new Refused('integration_resource_closed')
  if (account.organizationIds.length > 0 && !integration.isNarrowed) throw new Refused('integration_organizations_only')
}

/**
 * Checks that the contract row of a call admits the visitor. Rules about single objects belong to the slice.
 *
 * `visit` has the actor, whether the request had a token, and functions that load the active features and the recent
 * proof; each is called only when the row asks for it. The feature is checked for all. An integration account is then
 * judged by its permissions, resources and organisations alone, also for `anyone`. No further rule applies to a person
 * or visitor for `anyone`. The first refusal in this order is thrown:
 *
 * @throws Refused('not_found') when the feature of the call is off.
 * @throws Refused('not_allowed') when an integration account lacks the permission or the row opens the call to no such
 * account.
 * @throws Refused('integration_resource_closed') when the call is of a resource that the account may not use.
 * @throws Refused('integration_organizations_only') when the account is limited to organisations and the answer is not.
 * @throws Refused('session_expired') or Refused('not_signed_in') when there is no person, with or without a token.
 * @throws Refused('second_factor_required') or Refused('second_factor_setup_required') when the session waits for that
 * step and the call is not part of it.
 * @throws Refused('password_change_required') when another person chose the password, also before its expiry date (spec
 * G-013), unless the row has `whilePasswordExpired`.
 * @throws Refused('not_allowed') when a person lacks the role.
 * @throws Refused('proof_required') when the call needs a recent proof of identity and the session has none.
 */
export async function authorize(call: Call, visit: Visit): Promise<void> {
  const { actor, hadToken, activeFeatures } = visit
  if (call.feature && !(await activeFeatures()).includes(call.feature)) throw new Refused('not_found')
  if (actor?.integration) {
    return authorizeIntegration(call, actor.integration)
  }
  if (call.who === 'anyone') return
  if (!actor) throw new Refused(hadToken ? 'session_expired' : 'not_signed_in')
  if (actor.awaits && !call.signInSteps?.includes(actor.awaits)) throw new Refused(refusalOf[actor.awaits])
  if (actor.passwordExpiryDate && !call.whilePasswordExpired) throw new Refused('password_change_required')
  if (!callerGroups[call.who](actor)) throw new Refused('not_allowed')
  if (call.recentProof && !(await visit.hasRecentProof())) throw new Refused('proof_required')
}

/**
 * Checks that a visitor may use what no contract row describes, such as a WebSocket: as `authorize` does for a call
 * with this `who`, without a feature and without a recent proof.
 *
 * @throws Refused as `authorize`.
 */
export const authorizeVisitor = (who: Call['who'], actor: Actor | null, hadToken: boolean): Promise<void> =>
  authorize({ who }, { actor, hadToken, activeFeatures: async () => [], hasRecentProof: async () => false })

/**
 * Checks the visitor against the contract row of the call, and hides an actor whose sign-in is not complete.
 *
 * Records each call of an integration account in the audit log first, also one that is refused.
 *
 * @throws Refused('not_found') when no call matches, or its feature is off.
 * @throws Refused('not_allowed') when a system lacks the permission, or a person the role.
 * @throws Refused('integration_resource_closed') when the call is of a resource that the account may not use.
 * @throws Refused('integration_organizations_only') when the account is limited to organisations and the answer is not.
 * @throws Refused('session_expired') or Refused('not_signed_in') when there is no person, with or without a token.
 * @throws Refused('second_factor_required') or Refused('second_factor_setup_required') when the session waits for that
 * step.
 * @throws Refused('password_change_required') when another person chose the password, also before its expiry date.
 * @throws Refused('proof_required') when the call needs a recent proof of identity.
 * @throws Refused('upstream_unavailable') when the features cannot be read.
 */
export const authorization: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const { ctx, hadToken } = c.var
  const { actor } = ctx
  const { name, call } = getMatchedCall(c).served
  if (actor?.integration) await recordIntegrationCall({ ...ctx, actor }, name, getRequestUrl(c.req.raw).pathname)
  await authorize(call, {
    actor,
    hadToken,
    activeFeatures: () => loadActiveFeatures(ctx),
    hasRecentProof: async () => actor !== null && hasRecentlyAuthenticated({ ...ctx, actor }),
  })
  c.set('ctx', { ...ctx, actor: actorForCall(call, actor) })
  await next()
}
