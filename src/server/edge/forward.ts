import type { Visitor } from '#api/context.ts'
import { findDatePaths } from '#api/date-paths.ts'
import { reviveDates } from '#api/dates.ts'
import { isRefusalCode, type RefusalBody, Refused } from '#api/refusals.ts'
import { signHmac, toBase64url } from '#platform/digest.ts'
import { fetchConfigured } from '#platform/outbound.ts'
import type { CallRequest } from './call-request.ts'

const timeoutMs = 20_000

/** Headers of the browser that the origin receives. The identity of the caller comes from the edge alone. */
const forwardedHeaders = ['accept', 'content-type', 'content-length', 'idempotency-key']

/** Conditional headers, forwarded for files only: the edge itself compares the ETags of JSON. */
const conditionalHeaders = [
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
]
const conditionalStatuses = [304, 412, 416]

const personOf = ({ actor }: Visitor) =>
  actor && {
    id: actor.id,
    name: actor.name,
    roles: actor.roles,
    organizations: actor.organizations,
    isExternal: actor.isExternal,
  }

/**
 * Returns the headers that name the caller, signed with the secret that edge and origin share. A signature is valid for
 * one method and one URL and, by its time, for a short while.
 */
async function identityHeaders(ctx: Visitor, method: string, address: string): Promise<Record<string, string>> {
  const secret = ctx.env.API_ORIGIN_SECRET
  if (!secret) throw new Error('API_ORIGIN is set without API_ORIGIN_SECRET')
  const person = toBase64url(new TextEncoder().encode(JSON.stringify(personOf(ctx))))
  const at = String(Date.now())
  const sealed = [method, address, ctx.requestId, ctx.language, at, person].join('\n')
  return {
    'x-portal-person': person,
    'x-portal-language': ctx.language,
    'x-portal-time': at,
    'x-portal-signature': await signHmac(secret, sealed),
    'x-request-id': ctx.requestId,
  }
}

async function createRequest(call: CallRequest, ctx: Visitor): Promise<Request> {
  const [method = 'GET'] = call.served.name.split(' ')
  const address = `/api${call.address()}`
  const headers = new Headers(await identityHeaders(ctx, method, address))
  const original = call.input.request
  for (const name of call.served.call.reply ? forwardedHeaders : [...forwardedHeaders, ...conditionalHeaders]) {
    const text = original?.headers.get(name)
    if (text) headers.set(name, text)
  }
  const body = original?.body ?? (call.input.body === undefined ? null : JSON.stringify(call.input.body))
  if (body && !original) headers.set('content-type', 'application/json')
  return new Request(new URL(address, ctx.env.API_ORIGIN), {
    method,
    headers,
    body,
    signal: AbortSignal.timeout(timeoutMs),
  })
}

/**
 * Converts a refusal of the origin to one of the portal, in the caller's language; an unknown code is an upstream
 * failure.
 */
async function refusalOf(response: Response): Promise<Refused> {
  const body = (await response.json().catch(() => ({}))) as Partial<RefusalBody>
  if (response.status >= 500 || !isRefusalCode(String(body.code))) return new Refused('upstream_unavailable')
  const { fields, details } = body
  return new Refused(body.code as RefusalBody['code'], {
    ...(fields && { fields }),
    ...(details !== undefined && { details }),
  })
}

async function sendUpstream(request: Request, ctx: Visitor): Promise<Response> {
  try {
    return await fetchConfigured(request)
  } catch (error) {
    if (error instanceof Refused) throw error
    ctx.log.error('upstream.failed', error)
    throw new Refused('upstream_unavailable')
  }
}

/**
 * Forwards a call to the origin that replaces the built-in API, signed with the caller's identity. Sends the body as it
 * is, with few of the request's headers. Waits at most 20 seconds, and does not retry.
 *
 * Returns the parsed reply with its dates as `Date`, `undefined` for 204, and the response itself for a file, also with
 * status 304, 412 or 416. Does not validate the reply. Logs an origin that cannot be reached or redirects, and
 * unreadable JSON; answers of 5xx or with an unknown code, and refusals, are not logged here.
 *
 * @throws Refused('upstream_unavailable') when the origin fails, redirects, answers 5xx or an unknown code, or sends
 * unreadable JSON.
 * @throws Refused with the code of the origin when it refuses the call with a code that the portal knows.
 * @throws Refused('too_large') when the body exceeds the limit that `limitBody` has set.
 * @throws Error when `API_ORIGIN_SECRET` is missing.
 */
export async function forwardCall(call: CallRequest, ctx: Visitor): Promise<unknown> {
  const response = await sendUpstream(await createRequest(call, ctx), ctx)
  const { reply } = call.served.call
  if (!reply && conditionalStatuses.includes(response.status)) return response
  if (!response.ok) throw await refusalOf(response)
  if (!reply) return response
  if (response.status === 204) return undefined
  try {
    return reviveDates(await response.json(), findDatePaths(reply))
  } catch (error) {
    ctx.log.error('upstream.unreadable', error)
    throw new Refused('upstream_unavailable')
  }
}
