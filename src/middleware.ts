import { defineMiddleware } from 'astro:middleware'
import { env } from 'cloudflare:workers'
import type { APIContext, MiddlewareNext } from 'astro'
import type { Actor } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { features } from '#api/features.ts'
import { recordRequest } from '#api/index.ts'
import {
  catalogueLanguage,
  cataloguePath,
  opensCatalogueFirst,
  toOtherLanguage,
} from '#api/office/public-catalogue/rules.ts'
import { runAfterCommit, setInvalidationHeaders } from '#edge/after-commit.ts'
import { createInProcessApi } from '#edge/in-process.ts'
import { setPageHeaders } from '#edge/page-headers.ts'
import { loadPublicConfiguration } from '#edge/public-configuration.ts'
import { formatRefusal } from '#edge/refusal-response.ts'
import { readForm } from '#edge/request-body.ts'
import { createContext, withActor } from '#edge/request-context.ts'
import { writeBrowserKey, writeKnownDevices, writePageSession } from '#edge/response-cookies.ts'
import { loadCaller } from '#edge/session.ts'
import { openSession, parseSessionEnd, sessionCookieName } from '#edge/session-cookie.ts'
import { translator } from '#locales/translate.ts'
import {
  type AccessDecision,
  decideAccess,
  findScreen,
  isInvalidPath,
  type Screen,
  toCanonicalPath,
} from '#screens/screens.ts'

type Configuration = Awaited<ReturnType<typeof loadPublicConfiguration>>
type LoadFailure = 'failed'

/** Loads the public configuration; `failed` lets pages render without it, with a banner. */
async function configurationFor(visitor: Visitor): Promise<Configuration | LoadFailure> {
  try {
    return await loadPublicConfiguration(visitor)
  } catch (error) {
    visitor.log.error('configuration.failed', error)
    return 'failed'
  }
}

const redirects = {
  // `again`: the browser sent a session that has ended, and the sign-in page says so.
  login: (url: URL, hasSession: boolean) =>
    `/login?${hasSession ? 'again=1&' : ''}returnUrl=${encodeURIComponent(url.pathname + url.search)}`,
  // The start page says why, and where the own licences are.
  dashboard: ({ pathname }: URL) => (/^\/licenses?(?:\/|$)/i.test(pathname) ? '/?closed=licenses' : '/'),
  'second-factor': (url: URL) => `/login/secondfactor?returnUrl=${encodeURIComponent(url.pathname + url.search)}`,
  'change-password': (url: URL) =>
    url.pathname === '/'
      ? '/changepassword'
      : `/changepassword?returnUrl=${encodeURIComponent(url.pathname + url.search)}`,
} as const satisfies Partial<Record<AccessDecision, (url: URL, hasSession: boolean) => string>>

const isRedirect = (verdict: AccessDecision): verdict is keyof typeof redirects => verdict in redirects

/**
 * Returns the canonical URL to redirect to; null when the URL is canonical. Case, slashes and decomposed
 * letters differ.
 */
function canonicalUrl(screen: Screen | null, url: URL): string | null {
  if (!screen) return null
  const canonical = toCanonicalPath(screen, url.pathname)
  return canonical === url.pathname.replace(/(.)\/$/, '$1') ? null : canonical + url.search
}

function defineLocals(locals: App.Locals, request: Request, ctx: Visitor, configuration: Configuration | LoadFailure) {
  let form: Promise<FormData> | null = null
  Object.assign(locals, {
    actor: ctx.actor,
    ctx,
    language: ctx.language,
    configuration: configuration === 'failed' ? null : configuration,
    isConfigurationMissing: configuration === 'failed',
    t: (...namespaces: string[]) => translator(ctx.language, ...namespaces),
    api: createInProcessApi(ctx),
    // Read once: the body of a request cannot be read again, and a second reader would get an empty form.
    form: () => (form ??= readForm(request)),
    reason: (error: unknown) => formatRefusal(error, ctx),
  })
}

/**
 * Returns the active features; all of them when the configuration failed to load, since the calls of the page check
 * them again.
 */
const featuresIn = (configuration: Configuration | LoadFailure) =>
  configuration === 'failed' ? features : (configuration?.features ?? [])

/** Responds with the page, a redirect or 404, as the guard decides. */
function respondGuarded(
  context: APIContext,
  next: MiddlewareNext,
  ctx: Visitor,
  configuration: Configuration | LoadFailure,
) {
  const { url, locals, request } = context
  const screen = findScreen(url.pathname)
  // The raw URL too: Astro's `url` may already have decoded a path that was encoded twice.
  const isInvalid = isInvalidPath(url.pathname) || isInvalidPath(request.url.split('?', 1)[0] ?? '')
  const verdict = isInvalid ? 'not-found' : decideAccess(screen, ctx.actor, featuresIn(configuration))
  defineLocals(locals, request, ctx, configuration)
  const hasSession = context.cookies.has(sessionCookieName(url))
  const on = configuration === 'failed' ? [] : (configuration?.features ?? [])
  if (verdict === 'login' && opensCatalogueFirst(url.pathname, { hasSession, features: on }))
    return context.redirect(cataloguePath(ctx.language, 'start'))
  if (isRedirect(verdict)) return context.redirect(redirects[verdict](url, hasSession))
  if (verdict === 'not-found') return context.rewrite('/404')
  const canonical = canonicalUrl(screen, url)
  if (canonical) return context.redirect(canonical, 308)
  // One page serves both languages.
  return catalogueLanguage(url.pathname) === 'en' ? next(toOtherLanguage(url.pathname, 'en') + url.search) : next()
}

/**
 * Returns the actor that a page sees: null on public pages while the session waits for a sign-in step, except on
 * `/logout`.
 */
function readerOf({ pathname }: URL, actor: Actor | null): Actor | null {
  if (!actor?.awaits || pathname === '/logout') return actor
  return (findScreen(pathname)?.who ?? 'anyone') === 'anyone' ? null : actor
}

const createVisitor = ({ request, locals }: APIContext) =>
  createContext({ request, env, after: (work) => locals.cfContext.waitUntil(work) })

interface Visit {
  ctx: Visitor
  configuration: Configuration
  response: Response
}

/**
 * Identifies the reader, applies the guard and renders the page. A page may be rendered for the remembered person while
 * the session row is read; if the row differs, the page is discarded and rendered again.
 */
async function visit(context: APIContext, next: MiddlewareNext, visitor: Visitor, asStranger = false): Promise<Visit> {
  const { request, url, locals } = context
  // A stranger's visit leaves the cookie alone: whether its session has ended is not known.
  const cookie = asStranger ? undefined : context.cookies.get(sessionCookieName(url))?.value
  const token = openSession(env.SESSION_SECRET, cookie, visitor.now)
  // The caller first: the session row also has the versions of the cache tags, which the configuration is read with.
  const caller = await loadCaller(token, request, visitor)
  const loaded = await configurationFor(visitor)
  const configuration = loaded === 'failed' ? null : loaded
  // Visitors who have not chosen a language get the portal's own.
  if (!context.cookies.has('language') && configuration?.locale === 'en') visitor.language = 'en'
  // The address of the catalogue names its language.
  visitor.language = catalogueLanguage(url.pathname) ?? visitor.language
  // The session ended elsewhere, such as by a new password: remove its cookie too.
  if (cookie && !caller.actor) visitor.pageSession.newState = 'ended'
  const ctx = withActor(visitor, readerOf(url, caller.actor))
  locals.sessionEndsAt = cookie && caller.actor ? parseSessionEnd(cookie) : null
  const results = await Promise.allSettled([respondGuarded(context, next, ctx, loaded)])
  // Checked before errors: the wrong assumption may have caused one.
  if (!(await caller.isConfirmed())) return visit(context, next, createVisitor(context))
  const [page] = results
  if (page.status === 'rejected') throw page.reason
  return { ctx, configuration, response: page.value }
}

/** Counts a page by its path in the route table, which names nobody, and returns its milliseconds. */
function recordPage(ctx: Visitor, url: URL, status: number): number {
  const ms = Date.now() - ctx.now.getTime()
  recordRequest(ctx, { name: `page ${findScreen(url.pathname)?.path ?? 'other'}`, status, ms })
  return ms
}

/** Renders the error page with the request id of the log. Nothing of the failed page is sent. */
async function respondWithError(context: APIContext, next: MiddlewareNext, error: unknown): Promise<Response> {
  const { request, url, locals } = context
  const ctx = createVisitor(context)
  ctx.log.error('page.failed', error, { path: findScreen(url.pathname)?.path ?? null })
  recordPage(ctx, url, 500)
  defineLocals(locals, request, ctx, 'failed')
  const answer = await next('/500')
  setPageHeaders(answer.headers, { url, ctx, configuration: null, framesContent: false, framesPayment: false })
  return answer
}

/** Whether a page also answers when the reader cannot be identified: the one that says that something is wrong. */
const answersAlways = ({ pathname }: URL) => findScreen(pathname)?.path === '/status'

/**
 * Renders a page. Where the database that identifies the reader fails, a page that always answers is rendered as for a
 * stranger.
 */
async function visitOrSayWhy(context: APIContext, next: MiddlewareNext): Promise<Visit> {
  const visitor = createVisitor(context)
  try {
    return await visit(context, next, visitor)
  } catch (error) {
    if (!answersAlways(context.url)) throw error
    visitor.log.error('page.reader', error)
    context.locals.isReaderUnknown = true
    return visit(context, next, createVisitor(context), true)
  }
}

/** Handles every request for a page. No response is sent before the session row confirms the guard's decision. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { request, url, locals } = context
  // A response of Astro or a page for this request alone, so its headers can be changed.
  const visited = await visitOrSayWhy(context, next).catch((error: unknown) => {
    // In development, Astro shows where the error occurred.
    if (import.meta.env.DEV) throw error
    return respondWithError(context, next, error)
  })
  if (visited instanceof Response) return visited
  const { ctx, configuration, response: answer } = visited
  const tags = await runAfterCommit(ctx)
  if (request.method !== 'GET' || tags.length > 0) setInvalidationHeaders(answer.headers, ctx, tags)
  await writePageSession(ctx, url, answer.headers)
  writeBrowserKey(ctx, answer.headers)
  writeKnownDevices(ctx, answer.headers)
  setPageHeaders(answer.headers, {
    url,
    ctx,
    configuration,
    framesContent: locals.framesContent ?? false,
    framesPayment: locals.framesPayment ?? false,
    isFramedAnywhere: locals.isFramedAnywhere ?? false,
  })
  ctx.log.info('page', {
    method: request.method,
    path: findScreen(url.pathname)?.path ?? null,
    status: answer.status,
    ms: recordPage(ctx, url, answer.status),
    roundTrips: ctx.db.roundTrips(),
    personId: ctx.actor?.id ?? null,
  })
  return answer
})
