import type { Visitor } from '#api/context.ts'
import type { Asked } from './answer.ts'
import { forward } from './forward.ts'

/** Sessions are the edge's own, so the calls that open and close them are answered here whatever stands behind. */
const alwaysHere = /^\/(authentication|externallogin)\//

export const isForwarded = ({ address }: Pick<Asked, 'address'>, env: Env) =>
  env.API_ORIGIN !== '' && !alwaysHere.test(address())

/** What answers a call behind the edge: the built-in API, or another origin that takes its place. */
export const askUpstream = async (asked: Asked, ctx: Visitor): Promise<unknown> =>
  isForwarded(asked, ctx.env) ? forward(asked, ctx) : asked.match.served.handle(asked.input, ctx)
