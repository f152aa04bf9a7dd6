import { Hono, type MiddlewareHandler } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { servedCalls } from '#api/index.ts'
import type { ServedCall } from '#api/serve.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { afterCommit } from './after-commit.ts'
import { apiDocs } from './api-docs.ts'
import { authorization } from './authorization.ts'
import { callInput } from './call-input.ts'
import { callLog } from './call-log.ts'
import { contentHost } from './content-host.ts'
import { callPath, mountContract } from './contract-routes.ts'
import type { EdgeEnv } from './edge-env.ts'
import { health } from './health.ts'
import { idempotency } from './idempotency.ts'
import { locales } from './locales.ts'
import { optimisticSession, sessionConfirmation } from './optimistic-session.ts'
import { decodablePath, pageMethods } from './page-requests.ts'
import { paymentFrame } from './payment-frame.ts'
import { playerSocket } from './player-socket.ts'
import { policyReports } from './policy-reports.ts'
import { publicPages } from './public-pages.ts'
import { accountRateHeaders, networkRateLimit, pageRateLimit, personRateLimit } from './rate-limits.ts'
import { recordStore } from './record-store.ts'
import { handleError } from './refusal-response.ts'
import { requestContext } from './request-context.ts'
import { responseCache } from './response-cache.ts'
import { sameOrigin } from './same-origin.ts'
import { scim } from './scim.ts'
import { session } from './session.ts'
import { unreadBody } from './unread-body.ts'

/** Creates the middleware that answers the calls below `/api`. */
function createApi(calls: readonly ServedCall[]): MiddlewareHandler<EdgeEnv> {
  const api = new Hono<EdgeEnv>({ getPath: callPath, router: new TrieRouter() })
  api.onError(handleError)
  api.use(unreadBody)
  api.use(optimisticSession((c) => api.fetch(c.req.raw, c.env, c.executionCtx)))
  api.use(requestContext, callLog, sessionConfirmation, networkRateLimit)
  mountContract(api, calls)
  api.use(sameOrigin, accountRateHeaders, session, personRateLimit, authorization)
  api.use(callInput, afterCommit, idempotency, responseCache)
  return async (c, next) =>
    /^\/api\//i.test(getRequestUrl(c.req.raw).pathname) ? api.fetch(c.req.raw, c.env, c.executionCtx) : next()
}

/**
 * Creates the portal's Hono app without its pages, which src/worker.ts adds last. `calls` are the API's calls, served
 * below `/api`.
 *
 * Middleware runs in this order: hosts of payments and courses, health, record store, SCIM, player socket, policy
 * reports, the texts of each language, API documentation, the calls, and the checks before a page (method, rate limit,
 * decodable path, public pages). Refusals become responses; the app throws none.
 */
export function createApp(calls: readonly ServedCall[]): Hono<EdgeEnv> {
  const app = new Hono<EdgeEnv>()
  // Hosts come first: uploaded content and payments must never share an origin with the portal.
  app.use(paymentFrame, contentHost)
  app.use(health, recordStore, scim, playerSocket, policyReports)
  app.use(locales, apiDocs)
  app.use(createApi(calls))
  app.use(pageMethods, pageRateLimit, decodablePath, publicPages)
  return app
}

/** The app that serves every call of the contracts, without the pages; `createApp` names its parts. */
export const app = createApp(servedCalls)
