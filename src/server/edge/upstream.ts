import type { Visitor } from '#api/context.ts'
import type { CallRequest } from './call-request.ts'
import { forwardCall } from './forward.ts'

/** Calls that begin and end sessions are always answered here, because sessions belong to the edge. */
const alwaysHere = /^\/(authentication|externallogin)\//

/**
 * Whether the origin in `API_ORIGIN` answers a call instead of the built-in API; false while that is empty. Calls that
 * begin or end sessions, below `/authentication/` and `/externallogin/`, are always answered here.
 */
export const isForwarded = ({ address }: Pick<CallRequest, 'address'>, env: Env) =>
  env.API_ORIGIN !== '' && !alwaysHere.test(address())

/**
 * Runs a call: in the built-in API, or at the origin that answers calls instead (`API_ORIGIN`). Calls that begin or end
 * sessions are always answered here.
 *
 * @throws Refused with the codes of the call, or of `forwardCall` when that origin answers it.
 */
export const callUpstream = async (request: CallRequest, ctx: Visitor): Promise<unknown> =>
  isForwarded(request, ctx.env) ? forwardCall(request, ctx) : request.served.handle(request.input, ctx)
