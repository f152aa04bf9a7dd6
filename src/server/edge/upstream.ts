import type { Visitor } from '#api/context.ts'
import type { CallRequest } from './call-request.ts'
import { forward } from './forward.ts'

/** Sessions are the edge's own, so the calls that open and close them are answered here whatever stands behind. */
const alwaysHere = /^\/(authentication|externallogin)\//

export const isForwarded = ({ address }: Pick<CallRequest, 'address'>, env: Env) =>
  env.API_ORIGIN !== '' && !alwaysHere.test(address())

/** Makes a call behind the edge: by the built-in API, or by another origin that takes its place. */
export const callUpstream = async (request: CallRequest, ctx: Visitor): Promise<unknown> =>
  isForwarded(request, ctx.env) ? forward(request, ctx) : request.served.handle(request.input, ctx)
