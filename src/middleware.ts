import { defineMiddleware } from 'astro:middleware'
import { env } from 'cloudflare:workers'
import type { APIContext, MiddlewareNext } from 'astro'
import type { Visitor } from '#api/context.ts'
import { sentForm } from '#edge/body.ts'
import { endOfSession, openSession, sessionCookieName } from '#edge/claim.ts'
import { inProcess } from '#edge/in-process.ts'
import { setOnPages } from '#edge/page-headers.ts'
import { writePageSession } from '#edge/page-session.ts'
import { publicConfiguration } from '#edge/portal.ts'
import { reasonFor } from '#edge/refusal-response.ts'
import { contextFor, contextOf } from '#edge/request-context.ts'
import { isTwisted, properPath, type Screen, screenAt, type Verdict, verdictOn } from '#edge/screens.ts'
import { personBehind } from '#edge/session.ts'
import { announce, settle } from '#edge/settle.ts'
import { translator } from '#locales/translate.ts'

type Configuration = Awaited<ReturnType<typeof publicConfiguration>>

const redirects = {
  login: (url: URL) => `/login?returnUrl=${encodeURIComponent(url.pathname + url.search)}`,
  dashboard: () => '/',
  'change-password': () => '/changepassword',
} as const satisfies Partial<Record<Verdict, (url: URL) => string>>

const isRedirect = (verdict: Verdict): verdict is keyof typeof redirects => verdict in redirects

/** Pages answer to one spelling; capitals, doubled slashes and decomposed letters are led to it. */
function properAddress(screen: Screen | null, url: URL): string | null {
  if (!screen) return null
  const proper = properPath(screen, url.pathname)
  return proper === url.pathname.replace(/(.)\/$/, '$1') ? null : proper + url.search
}

const defineLocals = (locals: App.Locals, request: Request, ctx: Visitor, configuration: Configuration) =>
  Object.assign(locals, {
    actor: ctx.actor,
    ctx,
    language: ctx.language,
    configuration,
    t: (...namespaces: string[]) => translator(ctx.language, ...namespaces),
    api: inProcess(ctx),
    form: () => sentForm(request),
    reason: (error: unknown) => reasonFor(error, ctx),
  })

/** What the guard lets this reader have. */
function guarded(context: APIContext, next: MiddlewareNext, ctx: Visitor, configuration: Configuration) {
  const { url, locals, request } = context
  const screen = screenAt(url.pathname)
  // As it was sent: what is encoded twice has been decoded once or more when Astro tells its address.
  const isNowhere = isTwisted(url.pathname) || isTwisted(request.url.split('?', 1)[0] ?? '')
  const verdict = isNowhere ? 'not-found' : verdictOn(screen, ctx.actor, configuration?.features ?? [])
  defineLocals(locals, request, ctx, configuration)
  if (isRedirect(verdict)) return context.redirect(redirects[verdict](url))
  if (verdict === 'not-found') return context.rewrite('/404')
  const proper = properAddress(screen, url)
  return proper ? context.redirect(proper, 308) : next()
}

interface Visit {
  ctx: Visitor
  configuration: Configuration
  response: Response
}

/**
 * Who is this, may they be here, in which language. A page may be made while the session row is asked, for whom the row named last;
 * it is thrown away, and made again, when the row now says otherwise.
 */
async function visit(context: APIContext, next: MiddlewareNext): Promise<Visit> {
  const { request, url, locals } = context
  const visitor = contextOf({ request, env, after: (work) => locals.cfContext.waitUntil(work) })
  const cookie = context.cookies.get(sessionCookieName(url))?.value
  const token = await openSession(env.SESSION_SECRET, cookie, visitor.now)
  // In this order: with the person comes what has been purged.
  const caller = await personBehind(token, request, visitor)
  const configuration = await publicConfiguration(visitor)
  // Without a choice of their own, visitors read the portal in its own language.
  if (!context.cookies.has('language') && configuration?.locale === 'en') visitor.language = 'en'
  // Signed out elsewhere, a new password, a session that has ended: the browser forgets it too.
  if (cookie && !caller.actor) visitor.pageSession.becomes = 'ended'
  const ctx = contextFor(visitor, caller.actor)
  locals.sessionEndsAt = cookie && caller.actor ? endOfSession(cookie) : null
  const made = await Promise.allSettled([guarded(context, next, ctx, configuration)])
  // A page that failed may have failed because of it.
  if (!(await caller.isConfirmed())) return visit(context, next)
  const [page] = made
  if (page.status === 'rejected') throw page.reason
  return { ctx, configuration, response: page.value }
}

/** Nothing of a page goes out before the guard has decided by the session row. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { request, url, locals } = context
  // Made for this request by Astro or a page, so that its headers may still be written.
  const { ctx, configuration, response: answer } = await visit(context, next)
  const tags = await settle(ctx)
  if (request.method !== 'GET' || tags.length > 0) announce(answer.headers, ctx, tags)
  await writePageSession(ctx, url, answer.headers)
  setOnPages(answer.headers, {
    ...{ url, ctx, configuration },
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
