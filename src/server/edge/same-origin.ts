import type { MiddlewareHandler } from 'hono'
import type { CallName } from '#api/calls.ts'
import { Refused } from '#api/refusals.ts'
import type { ServedCall } from '#api/serve.ts'
import { getMatchedCall } from './contract-routes.ts'
import type { EdgeEnv } from './edge-env.ts'

/**
 * Calls that other servers make without a session: each checks the sender's signature over the body itself.
 *
 * Outside the contracts the record store (`/api/articulate`) takes other origins too, but only with a launch token or a
 * secret in `authorization`; policy reports (`/policy-reports`) are counted and open nothing; calendar feeds are reads.
 */
export const callsSignedBySender: readonly CallName[] = ['POST /Payment/Webhook', 'POST /Payment/OnPaid/:id']

const foreignSites = ['cross-site', 'same-site']

/** Whether a browser says that another site sent the request. Other clients send neither these headers nor cookies. */
function isForeign({ headers }: Request, origin: string): boolean {
  const from = headers.get('origin')
  return (from !== null && from !== origin) || foreignSites.includes(headers.get('sec-fetch-site') ?? '')
}

const isJson = (type: string | null) => type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'

/** Whether a request has a body, by its headers: over a network, `request.body` is set for empty requests too. */
const isSent = ({ headers }: Request) =>
  headers.has('content-type') || headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0

/**
 * Refuses forms of other sites on writes that need no bearer token: such a form can neither send the portal's origin
 * nor JSON.
 * @throws Refused('foreign_origin') when another site sent the request.
 * @throws Refused('unsupported_media_type') when the body is not declared as JSON.
 */
function checkOrigin({ name, call }: Pick<ServedCall, 'name' | 'call'>, request: Request, origin: string): void {
  if (call.who !== 'anyone' || name.startsWith('GET ') || callsSignedBySender.includes(name)) return
  if (isForeign(request, origin)) throw new Refused('foreign_origin')
  if (isSent(request) && !isJson(request.headers.get('content-type'))) throw new Refused('unsupported_media_type')
}

/**
 * Refuses writes that another site sends to calls that are open to anyone, with or without a bearer token. Passes on
 * reads, `callsSignedBySender`, and calls that require a bearer token, which no other site has.
 *
 * A subdomain counts as another site. A request with neither `Origin` nor `Sec-Fetch-Site` counts as the portal's own,
 * since browsers send one of them. Without a body there is no media type to check.
 *
 * @throws Refused('foreign_origin') when another site sent the request.
 * @throws Refused('unsupported_media_type') when the body is not declared as JSON.
 * @throws Refused('not_found') when no call matches.
 */
export const sameOrigin: MiddlewareHandler<EdgeEnv> = (c, next) => {
  checkOrigin(getMatchedCall(c).served, c.req.raw, c.var.ctx.requestOrigin)
  return next()
}
