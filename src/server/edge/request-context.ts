import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Actor, Language } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { openDatabase } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { changedCookie, parseChanges } from './cache/own-changes.ts'
import { createCacheEpoch } from './cache/tag-versions.ts'
import type { EdgeContext, EdgeEnv } from './edge-env.ts'
import { browserKeyCookieName, knownDevicesCookieName } from './response-cookies.ts'
import { openSession, parseBearerToken, sessionCookieName } from './session-cookie.ts'

/**
 * Parses the cookies of a request by name; empty without any. Hono's parser reads only the header, so it works without
 * a context.
 */
export function parseCookies(headers: Headers): Record<string, string> {
  return getCookie({ req: { raw: { headers } } } as Parameters<typeof getCookie>[0])
}

/** Returns a bookmark in D1's format, or null: an invalid one would make every read of this browser fail. */
const asBookmark = (text: string | undefined) =>
  text && /^[0-9a-f]{1,16}(-[0-9a-f]{1,40}){1,4}$/.test(text) ? text : null

const asLanguage = (text: string | null | undefined): Language | null => (text === 'sv' || text === 'en' ? text : null)

/** Returns Cloudflare's id of a request (`cf-ray`), or a random one, which differs at each call. */
export const getRequestId = (headers: Headers) => headers.get('cf-ray') ?? crypto.randomUUID()

/** Returns the client's IP address, from Cloudflare's header alone; `unknown` without it. */
const getClientAddress = (headers: Headers) => headers.get('cf-connecting-ip') ?? 'unknown'

/** The inputs of a request context. */
export interface RequestFacts {
  request: Request
  env: Env
  after: (work: Promise<unknown>) => void
}

/**
 * Returns the inputs of `createContext` from Hono's context: request, environment, and `after`, which keeps work alive
 * beyond the response.
 */
export const toRequestFacts = ({ req, env, executionCtx }: EdgeContext): RequestFacts => {
  return { request: req.raw, env, after: (work) => executionCtx.waitUntil(work) }
}

/** Returns the session tokens of a request: the bearer token and that of the page cookie. */
async function tokensOf(headers: Headers, cookie: string | undefined, env: Env): Promise<string[]> {
  const tokens = [parseBearerToken(headers), openSession(env.SESSION_SECRET, cookie, new Date())]
  return [...new Set(tokens.filter((token) => token !== null))]
}

/** Returns what the contexts of requests and of background work have in common. */
function baseOf(env: Env, after: RequestFacts['after'], requestId: string) {
  return {
    actor: null,
    files: env.FILES,
    now: new Date(),
    newId: () => crypto.randomUUID(),
    requestId,
    log: createLog(requestId),
    env,
    waitUntil: after,
    queuedJobs: [],
    openPlayers: { ask: [], leave: [] },
    changedTags: [],
    cacheEpoch: createCacheEpoch(),
  }
}

/**
 * Creates the context of one request, without an actor: reads no session and no database. `after` keeps work alive
 * beyond the response.
 *
 * The language is that of the cookie, or else Swedish. Reads of the database are at least as new as the browser's
 * bookmark; without a valid one they go to the primary. `pageSession` has the session tokens of the request, found when
 * they are asked for.
 */
export function createContext({ request, env, after }: RequestFacts): Visitor {
  const cookies = parseCookies(request.headers)
  const url = getRequestUrl(request)
  const base = baseOf(env, after, getRequestId(request.headers))
  return {
    ...base,
    db: openDatabase(env.DB, asBookmark(cookies['bookmark'])),
    language: asLanguage(cookies['language']) ?? 'sv',
    requestOrigin: url.origin,
    address: getClientAddress(request.headers),
    pageSession: { tokens: () => tokensOf(request.headers, cookies[sessionCookieName(url)], env), newState: null },
    browserKey: { received: cookies[browserKeyCookieName(url)] ?? null, newValue: null },
    knownDevices: { received: cookies[knownDevicesCookieName(url)] ?? null, newValue: null },
    changedAt: parseChanges(cookies[changedCookie], base.now),
  }
}

/**
 * Creates the context of background work, without an actor, on the primary database and the configured origin; in
 * Swedish, with a random request id, and `portal` for the IP address. `after` keeps work alive beyond the job.
 */
export function createJobContext(env: Env, after: RequestFacts['after']): Ctx<null> {
  return {
    ...baseOf(env, after, crypto.randomUUID()),
    db: openDatabase(env.DB, null),
    language: 'sv',
    requestOrigin: env.PORTAL_ORIGIN,
    address: 'portal',
    pageSession: { tokens: async () => [], newState: null },
    browserKey: { received: null, newValue: null },
    knownDevices: { received: null, newValue: null },
    changedAt: {},
  }
}

/**
 * Sets the context (`ctx`) of a request, without an actor, and `isConfirmed`, which is true at once; the session
 * middleware replaces both. Reads nothing from the database.
 */
export const requestContext: MiddlewareHandler<EdgeEnv> = (c, next) => {
  c.set('ctx', createContext(toRequestFacts(c)))
  c.set('isConfirmed', async () => true)
  return next()
}

/** Returns the context with an actor and the language that they chose, if any; without an actor the same context. */
export const withActor = (visitor: Visitor, actor: Actor | null): Visitor =>
  actor ? { ...visitor, actor, language: actor.language ?? visitor.language } : visitor
