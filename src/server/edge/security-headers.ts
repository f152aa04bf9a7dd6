import type { Visitor } from '#api/context.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import type { EdgeContext } from './edge-env.ts'
import { getRequestId } from './request-context.ts'

/** Headers of every response that has not set its own. */
const everywhere: Record<string, string> = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

const lockedDown = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Whether the portal is deployed: https. Plain http is development, tests and trials. */
const isDeployed = ({ PORTAL_ORIGIN }: Env) => PORTAL_ORIGIN.startsWith('https:')

/**
 * Returns the number of database round trips of the request for the `server-timing` header; null to leave it out.
 *
 * A deployed portal (https) shows it to signed-in people and integration accounts only, because the number can reveal
 * whether something exists, such as a user name. Plain http always shows it.
 */
export const visibleRoundTrips = ({ actor, db, env }: Visitor): number | null =>
  actor || !isDeployed(env) ? db.roundTrips() : null

const tripsText = (roundTrips: number) => `db;desc="${roundTrips} round trip${roundTrips === 1 ? '' : 's'}"`

/** Sets the `server-timing` header to the number of database round trips; null sets none. */
export function setServerTiming(headers: Headers, roundTrips: number | null): void {
  if (roundTrips !== null) headers.set('server-timing', tripsText(roundTrips))
}

/**
 * Sets `X-Content-Type-Options` and, on https, HSTS for two years. For every response, those for other origins
 * included: courses, the payment frame, the record store.
 */
export function setTransportHeaders(headers: Headers, url: URL): void {
  headers.set('x-content-type-options', 'nosniff')
  if (url.protocol === 'https:') headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
}

/**
 * Sets the security headers, request id and round trips of a response of the portal's own origin. Sets no content
 * security policy.
 *
 * They are those of `setTransportHeaders`, and the policies of referrer, opener, resources, permissions and framing
 * (denied). Keeps headers that the response has set itself, except the request id, `server-timing` and those of
 * `setTransportHeaders`. `server-timing` is left out where `visibleRoundTrips` is null.
 */
export function setSecurityHeaders(headers: Headers, url: URL, ctx: Visitor): void {
  setOwnOriginHeaders(headers, url, ctx.requestId)
  setServerTiming(headers, visibleRoundTrips(ctx))
}

function setOwnOriginHeaders(headers: Headers, url: URL, requestId: string): void {
  for (const [name, text] of Object.entries(everywhere)) if (!headers.has(name)) headers.set(name, text)
  setTransportHeaders(headers, url)
  headers.set('x-request-id', requestId)
}

/**
 * Sets the headers of `setSecurityHeaders` on a response, for a request without a context, and returns the same
 * response.
 *
 * They include the request id and a `server-timing` of no round trips, but no content security policy: a response that
 * needs one sets it itself.
 */
export function withSecurityHeaders(response: Response, { req }: EdgeContext): Response {
  setOwnOriginHeaders(response.headers, getRequestUrl(req.raw), getRequestId(req.raw.headers))
  setServerTiming(response.headers, 0)
  return response
}

/**
 * Sets the content security policy and `X-Robots-Tag` of a call's response, which is never a document: it may not run,
 * load, be framed or be indexed. Keeps a policy that the response has set itself. Sets none of the headers of
 * `setSecurityHeaders`.
 */
export function setCallHeaders(headers: Headers): void {
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', lockedDown)
  headers.set('x-robots-tag', 'noindex')
}
