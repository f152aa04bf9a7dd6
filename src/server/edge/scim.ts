import type { Visitor } from '#api/context.ts'
import {
  findIntegrationActor,
  isScimOn,
  isScimPath,
  recordRefusal,
  ScimError,
  scimErrorResponse,
  scimResponse,
} from '#api/index.ts'
import { Refused } from '#api/refusals.ts'
import { withAccessLog } from './access-log.ts'
import { enforceNetworkLimit, enforceRateLimit, setQuota } from './rate-limits.ts'
import { withActor } from './request-context.ts'

const kind = 'scim'

/** Converts a limit that is exceeded to an error of SCIM, and records it; throws other errors on. */
function limitResponse(error: unknown, ctx: Visitor): Response {
  if (!(error instanceof Refused) || error.code !== 'too_many_requests') throw error
  recordRefusal(ctx, error.code, { call: kind, path: '', body: null })
  const { retryAfterSeconds = 60 } = Object(error.details.details) as { retryAfterSeconds?: number }
  return scimErrorResponse(new ScimError(429, 'Too many requests'), { 'retry-after': String(retryAfterSeconds) })
}

/** Answers a caller within the limit of their account, which other calls of the same account count against too. */
async function answerAccount(request: Request, ctx: Visitor): Promise<Response> {
  const { actor, env } = ctx
  if (!actor) return scimResponse(request, ctx)
  const key = `person ${actor.id}`
  let response: Response
  try {
    await enforceRateLimit(env, key)
    response = await scimResponse(request, ctx)
  } catch (error) {
    response = limitResponse(error, ctx)
  }
  return setQuota(response, 'account', key, env)
}

async function answer(request: Request, ctx: Visitor): Promise<Response> {
  try {
    await enforceNetworkLimit(ctx)
  } catch (error) {
    return limitResponse(error, ctx)
  }
  const actor = isScimOn(ctx.env) ? await findIntegrationActor(request.headers.get('authorization'), ctx) : null
  return answerAccount(request, withActor(ctx, actor))
}

/**
 * Serves the provisioning of staff by SCIM to integration accounts, with the rate limits of their calls. Without a
 * configured OpenID provider everything below its path is 404.
 */
export const scim = withAccessLog(kind, ({ pathname }) => isScimPath(pathname), answer)
