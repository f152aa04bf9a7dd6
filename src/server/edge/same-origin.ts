import type { MiddlewareHandler } from 'hono'
import type { CallName } from '#api/calls.ts'
import { Refused } from '#api/refusals.ts'
import type { ServedCall } from '#api/serve.ts'
import { matchedCall } from './contract-routes.ts'
import type { EdgeEnv } from './edge-env.ts'

/**
 * Calls that other servers make without a session: each checks the sender's signature over the body itself.
 *
 * Outside the contracts the record store (`/api/articulate`) takes other origins too, but only with a launch token or a secret in
 * `authorization`; policy reports (`/policy-reports`) are counted and open nothing; calendar feeds are reads.
 */
export const signedBySender: readonly CallName[] = ['POST /Payment/Webhook', 'POST /Payment/OnPaid/:id']

const foreignSites = ['cross-site', 'same-site']

/** Browsers name the site of the page that asks. A client that is no browser names none, and has no cookies either. */
function isForeign({ headers }: Request, origin: string): boolean {
  const from = headers.get('origin')
  return (from !== null && from !== origin) || foreignSites.includes(headers.get('sec-fetch-site') ?? '')
}

const isJson = (type: string | null) => type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'

/** Whether anything is sent along. Over a network also an empty request has a body, so its headers tell. */
const isSent = ({ headers }: Request) =>
  headers.has('content-type') || headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0

/**
 * Keeps the forms of other sites away from writes that need no bearer token: such a form can neither name our origin nor send JSON.
 * @throws Refused('foreign_origin'), or Refused('unsupported_media_type') when a body is sent that is not called JSON.
 */
function checkOrigin({ name, call }: Pick<ServedCall, 'name' | 'call'>, request: Request, origin: string): void {
  if (call.who !== 'anyone' || name.startsWith('GET ') || signedBySender.includes(name)) return
  if (isForeign(request, origin)) throw new Refused('foreign_origin')
  if (isSent(request) && !isJson(request.headers.get('content-type'))) throw new Refused('unsupported_media_type')
}

export const sameOrigin: MiddlewareHandler<EdgeEnv> = (c, next) => {
  checkOrigin(matchedCall(c).served, c.req.raw, c.var.ctx.requestOrigin)
  return next()
}
