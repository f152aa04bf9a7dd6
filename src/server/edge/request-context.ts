import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Actor, Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { openDatabase } from '#platform/database.ts'
import { logFor } from '#platform/log.ts'
import { urlOf } from '#platform/request-url.ts'
import { changedCookie, readChanges } from './cache/own-changes.ts'
import { newCacheEpoch } from './cache/tag-versions.ts'
import type { EdgeContext, EdgeEnv } from './edge-env.ts'
import { browserKeyName, knownDevicesName } from './response-cookies.ts'
import { bearerOf, openSession, sessionCookieName } from './session-cookie.ts'

/** Parses the cookies of a request by name. Hono's parser reads only the header, so it works without a context. */
export function cookiesOf(headers: Headers): Record<string, string> {
  return getCookie({ req: { raw: { headers } } } as Parameters<typeof getCookie>[0])
}

/** Returns a bookmark in D1's format, or null: an invalid one would make every read of this browser fail. */
const asBookmark = (text: string | undefined) =>
  text && /^[0-9a-f]{1,16}(-[0-9a-f]{1,40}){1,4}$/.test(text) ? text : null

const asLanguage = (text: string | null | undefined): Language | null => (text === 'sv' || text === 'en' ? text : null)

/** Returns Cloudflare's id of a request, or a random one. */
export const requestIdOf = (headers: Headers) => headers.get('cf-ray') ?? crypto.randomUUID()

/** Returns the client's address, from Cloudflare's header alone; `unknown` without it. */
export const addressOf = (headers: Headers) => headers.get('cf-connecting-ip') ?? 'unknown'

/** The inputs of a request context. */
export interface RequestFacts {
  request: Request
  env: Env
  after: (work: Promise<unknown>) => void
}

/** Returns the inputs of a request context from Hono's context. */
export const factsOf = ({ req, env, executionCtx }: EdgeContext): RequestFacts => {
  return { request: req.raw, env, after: (work) => executionCtx.waitUntil(work) }
}

/** Returns the session tokens of a request: the bearer token and that of the page cookie. */
async function tokensOf(headers: Headers, cookie: string | undefined, env: Env): Promise<string[]> {
  const tokens = [bearerOf(headers), await openSession(env.SESSION_SECRET, cookie, new Date())]
  return [...new Set(tokens.filter((token) => token !== null))]
}

/** Creates the context of one request, without an actor. */
export function contextOf({ request, env, after }: RequestFacts): Visitor {
  const cookies = cookiesOf(request.headers)
  const requestId = requestIdOf(request.headers)
  const url = urlOf(request)
  const now = new Date()
  return {
    actor: null,
    db: openDatabase(env.DB, asBookmark(cookies['bookmark'])),
    files: env.FILES,
    now,
    newId: () => crypto.randomUUID(),
    requestId,
    log: logFor(requestId),
    language: asLanguage(cookies['language']) ?? 'sv',
    requestOrigin: url.origin,
    address: addressOf(request.headers),
    env,
    waitUntil: after,
    queuedJobs: [],
    openPlayers: { ask: [], leave: [] },
    pageSession: { tokens: () => tokensOf(request.headers, cookies[sessionCookieName(url)], env), newState: null },
    browserKey: { received: cookies[browserKeyName(url)] ?? null, newValue: null },
    knownDevices: { received: cookies[knownDevicesName(url)] ?? null, newValue: null },
    changedTags: [],
    changedAt: readChanges(cookies[changedCookie], now),
    cacheEpoch: newCacheEpoch(),
  }
}

/** Sets the context of a request, without an actor; the session middleware adds the actor. */
export const requestContext: MiddlewareHandler<EdgeEnv> = (c, next) => {
  c.set('ctx', contextOf(factsOf(c)))
  c.set('isConfirmed', async () => true)
  return next()
}

/** Returns the context with an actor and the actor's language. */
export const contextFor = (visitor: Visitor, actor: Actor | null): Visitor =>
  actor ? { ...visitor, actor, language: actor.language ?? visitor.language } : visitor
