import type { Visitor } from '#api/context.ts'
import type { CallRequest } from './call-request.ts'
import { forwardCall } from './forward.ts'

/** Calls that begin and end sessions are always answered here, because sessions belong to the edge. */
const alwaysHere = /^\/(authentication|externallogin)\//

/** Whether another origin answers a call. Calls that begin or end sessions are always answered here. */
export const isForwarded = ({ address }: Pick<CallRequest, 'address'>, env: Env) =>
  env.API_ORIGIN !== '' && !alwaysHere.test(address())

/**
 * Makes a call: with the built-in API, or at another origin that replaces it. Calls that begin or end sessions are
 * always answered here.
 *
 * @throws Refused with the codes of the call; Refused('upstream_unavailable') when the other origin fails.
 */
export const callUpstream = async (request: CallRequest, ctx: Visitor): Promise<unknown> =>
  isForwarded(request, ctx.env) ? forwardCall(request, ctx) : request.served.handle(request.input, ctx)
