import type { MiddlewareHandler } from 'hono'
import type { SignInStep } from '#api/actor.ts'
import { type Actor, callerGroups, isPermitted } from '#api/actor.ts'
import type { Call } from '#api/calls.ts'
import type { Feature } from '#api/features.ts'
import { hasRecentlyAuthenticated, recordIntegrationCall } from '#api/index.ts'
import { type RefusalCode, Refused } from '#api/refusals.ts'
import { urlOf } from '#platform/request-url.ts'
import { matchedCall } from './contract-routes.ts'
import type { EdgeEnv } from './edge-env.ts'
import { activeFeatures } from './public-configuration.ts'

const refusalOf = {
  'second-factor': 'second_factor_required',
  'factor-setup': 'second_factor_setup_required',
} as const satisfies Record<SignInStep, RefusalCode>

/** Whom a call answers: a session that still waits for a step is nobody’s to all calls but those of that step. */
export const actorFor = (call: Call, actor: Actor | null): Actor | null =>
  actor?.awaits && call.who === 'anyone' && !call.signInSteps?.includes(actor.awaits) ? null : actor

interface Visit {
  actor: Actor | null
  hadToken: boolean
  activeFeatures: () => Promise<readonly Feature[]>
  /** Whether the actor proved who they are within the last minutes, in this session. */
  hasRecentProof: () => Promise<boolean>
}

/** Refuses a visitor that the call's own row does not let in; finer scope is the slice's. */
export async function authorize(call: Call, visit: Visit): Promise<void> {
  const { actor, hadToken, activeFeatures } = visit
  if (call.feature && !(await activeFeatures()).includes(call.feature)) throw new Refused('not_found')
  if (actor?.integration) {
    if (!call.integration || !isPermitted(actor, call.integration)) throw new Refused('not_allowed')
    return
  }
  if (call.who === 'anyone') return
  if (!actor) throw new Refused(hadToken ? 'session_expired' : 'not_signed_in')
  if (actor.awaits && !call.signInSteps?.includes(actor.awaits)) throw new Refused(refusalOf[actor.awaits])
  if (actor.passwordExpiryDate && !call.whilePasswordExpired) throw new Refused('password_change_required')
  if (!callerGroups[call.who](actor)) throw new Refused('not_allowed')
  if (call.recentProof && !(await visit.hasRecentProof())) throw new Refused('proof_required')
}

/** Lets a call go on as its contract row permits. */
export const authorization: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const { ctx, hadToken } = c.var
  const { actor } = ctx
  const { name, call } = matchedCall(c).served
  if (actor?.integration) await recordIntegrationCall({ ...ctx, actor }, name, urlOf(c.req.raw).pathname)
  await authorize(call, {
    actor,
    hadToken,
    activeFeatures: () => activeFeatures(ctx),
    hasRecentProof: async () => actor !== null && hasRecentlyAuthenticated({ ...ctx, actor }),
  })
  c.set('ctx', { ...ctx, actor: actorFor(call, actor) })
  await next()
}
