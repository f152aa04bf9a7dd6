import { defineMiddleware } from 'astro:middleware'
import { env } from 'cloudflare:workers'
import type { APIContext, MiddlewareNext } from 'astro'
import type { Actor } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { features } from '#api/features.ts'
import { runAfterCommit, setInvalidationHeaders } from '#edge/after-commit.ts'
import { inProcess } from '#edge/in-process.ts'
import { setPageHeaders } from '#edge/page-headers.ts'
import { publicConfiguration } from '#edge/public-configuration.ts'
import { reasonFor } from '#edge/refusal-response.ts'
import { sentForm } from '#edge/request-body.ts'
import { contextFor, contextOf } from '#edge/request-context.ts'
import { writeKnownDevices, writePageSession } from '#edge/response-cookies.ts'
import { isTwisted, properPath, type Screen, screenAt, type Verdict, verdictOn } from '#edge/screens.ts'
import { personBehind } from '#edge/session.ts'
import { endOfSession, openSession, sessionCookieName } from '#edge/session-cookie.ts'
import { translator } from '#locales/translate.ts'

type Configuration = Awaited<ReturnType<typeof publicConfiguration>>
type Failed = 'failed'

/** Pages stand without the configuration, and say that something is missing. */
async function configurationFor(visitor: Visitor): Promise<Configuration | Failed> {
  try {
    return await publicConfiguration(visitor)
  } catch (error) {
    visitor.log.error('configuration.failed', error)
    return 'failed'
  }
}

const redirects = {
  // `again`: the browser sent a session that has ended, and the sign-in page says so.
  login: (url: URL, hasSession: boolean) =>
    `/login?${hasSession ? 'again=1&' : ''}returnUrl=${encodeURIComponent(url.pathname + url.search)}`,
  dashboard: () => '/',
  'second-factor': (url: URL) => `/login/secondfactor?returnUrl=${encodeURIComponent(url.pathname + url.search)}`,
  'change-password': (url: URL) =>
    url.pathname === '/'
      ? '/changepassword'
      : `/changepassword?returnUrl=${encodeURIComponent(url.pathname + url.search)}`,
} as const satisfies Partial<Record<Verdict, (url: URL, hasSession: boolean) => string>>

const isRedirect = (verdict: Verdict): verdict is keyof typeof redirects => verdict in redirects

/** Pages answer to one spelling; capitals, doubled slashes and decomposed letters are led to it. */
function properAddress(screen: Screen | null, url: URL): string | null {
  if (!screen) return null
  const proper = properPath(screen, url.pathname)
  return proper === url.pathname.replace(/(.)\/$/, '$1') ? null : proper + url.search
}

const defineLocals = (locals: App.Locals, request: Request, ctx: Visitor, configuration: Configuration | Failed) =>
  Object.assign(locals, {
    actor: ctx.actor,
    ctx,
    language: ctx.language,
    configuration: configuration === 'failed' ? null : configuration,
    isConfigurationMissing: configuration === 'failed',
    t: (...namespaces: string[]) => translator(ctx.language, ...namespaces),
    api: inProcess(ctx),
    form: () => sentForm(request),
    reason: (error: unknown) => reasonFor(error, ctx),
  })

/** A page whose feature cannot be looked up is not taken for one that is switched off; its calls look again, and refuse. */
const featuresIn = (configuration: Configuration | Failed) =>
  configuration === 'failed' ? features : (configuration?.features ?? [])

/** What the guard lets this reader have. */
function guarded(context: APIContext, next: MiddlewareNext, ctx: Visitor, configuration: Configuration | Failed) {
  const { url, locals, request } = context
  const screen = screenAt(url.pathname)
  // As it was sent: what is encoded twice has been decoded once or more when Astro tells its address.
  const isNowhere = isTwisted(url.pathname) || isTwisted(request.url.split('?', 1)[0] ?? '')
  const verdict = isNowhere ? 'not-found' : verdictOn(screen, ctx.actor, featuresIn(configuration))
  defineLocals(locals, request, ctx, configuration)
  if (isRedirect(verdict)) return context.redirect(redirects[verdict](url, context.cookies.has(sessionCookieName(url))))
  if (verdict === 'not-found') return context.rewrite('/404')
  const proper = properAddress(screen, url)
  return proper ? context.redirect(proper, 308) : next()
}

/** A session that waits for a step is nobody’s on the pages for everybody and those outside the table; it can be ended. */
function readerOf({ pathname }: URL, actor: Actor | null): Actor | null {
  if (!actor?.awaits || pathname === '/logout') return actor
  return (screenAt(pathname)?.who ?? 'anyone') === 'anyone' ? null : actor
}

const visitorOf = ({ request, locals }: APIContext) =>
  contextOf({ request, env, after: (work) => locals.cfContext.waitUntil(work) })

interface Visit {
  ctx: Visitor
  configuration: Configuration
  response: Response
}

/**
 * Who is this, may they be here, in which language. A page may be made while the session row is asked, for whom the row named last;
 * it is thrown away, and made again, when the row now says otherwise.
 */
async function visit(context: APIContext, next: MiddlewareNext, visitor: Visitor): Promise<Visit> {
  const { request, url, locals } = context
  const cookie = context.cookies.get(sessionCookieName(url))?.value
  const token = await openSession(env.SESSION_SECRET, cookie, visitor.now)
  // In this order: with the person comes what has been purged.
  const caller = await personBehind(token, request, visitor)
  const found = await configurationFor(visitor)
  const configuration = found === 'failed' ? null : found
  // Without a choice of their own, visitors read the portal in its own language.
  if (!context.cookies.has('language') && configuration?.locale === 'en') visitor.language = 'en'
  // Signed out elsewhere, a new password, a session that has ended: the browser forgets it too.
  if (cookie && !caller.actor) visitor.pageSession.newState = 'ended'
  const ctx = contextFor(visitor, readerOf(url, caller.actor))
  locals.sessionEndsAt = cookie && caller.actor ? endOfSession(cookie) : null
  const made = await Promise.allSettled([guarded(context, next, ctx, found)])
  // A page that failed may have failed because of it.
  if (!(await caller.isConfirmed())) return visit(context, next, visitorOf(context))
  const [page] = made
  if (page.status === 'rejected') throw page.reason
  return { ctx, configuration, response: page.value }
}

/** The page that says that something failed, with the number that the log has it under; nothing of what was begun goes out. */
async function failed(context: APIContext, next: MiddlewareNext, error: unknown): Promise<Response> {
  const { request, url, locals } = context
  const ctx = visitorOf(context)
  ctx.log.error('page.failed', error, { path: screenAt(url.pathname)?.path ?? null })
  defineLocals(locals, request, ctx, 'failed')
  const answer = await next('/500')
  setPageHeaders(answer.headers, { url, ctx, configuration: null, framesContent: false, framesPayment: false })
  return answer
}

/** Nothing of a page goes out before the guard has decided by the session row. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { request, url, locals } = context
  // Made for this request by Astro or a page, so that its headers may still be written.
  const visited = await visit(context, next, visitorOf(context)).catch((error: unknown) => {
    // While developing the framework shows where it failed.
    if (import.meta.env.DEV) throw error
    return failed(context, next, error)
  })
  if (visited instanceof Response) return visited
  const { ctx, configuration, response: answer } = visited
  const tags = await runAfterCommit(ctx)
  if (request.method !== 'GET' || tags.length > 0) setInvalidationHeaders(answer.headers, ctx, tags)
  await writePageSession(ctx, url, answer.headers)
  writeKnownDevices(ctx, answer.headers)
  setPageHeaders(answer.headers, {
    url,
    ctx,
    configuration,
    framesContent: locals.framesContent ?? false,
    framesPayment: locals.framesPayment ?? false,
  })
  ctx.log.info('page', {
    method: request.method,
    path: screenAt(url.pathname)?.path ?? null,
    status: answer.status,
    ms: Date.now() - ctx.now.getTime(),
    roundTrips: ctx.db.roundTrips(),
    personId: ctx.actor?.id ?? null,
  })
  return answer
})
