import { defineMiddleware } from 'astro:middleware'
import { env } from 'cloudflare:workers'
import { sentForm } from '#edge/body.ts'
import { openSession, sessionCookieName } from '#edge/claim.ts'
import { inProcess } from '#edge/in-process.ts'
import { setOnPages } from '#edge/page-headers.ts'
import { writePageSession } from '#edge/page-session.ts'
import { publicConfiguration } from '#edge/portal.ts'
import { reasonFor } from '#edge/refusal-response.ts'
import { contextFor, contextOf } from '#edge/request-context.ts'
import { isTwisted, properPath, type Screen, screenAt, type Verdict, verdictOn } from '#edge/screens.ts'
import { actorBehind } from '#edge/session.ts'
import { announce, settle } from '#edge/settle.ts'
import { translator } from '#locales/translate.ts'

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

/** Who is this, may they be here, in which language. Nothing of a page runs before the guard has decided. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { request, url, locals } = context
  const visitor = contextOf({ request, env, after: (work) => locals.cfContext.waitUntil(work) })
  const cookie = context.cookies.get(sessionCookieName(url))?.value
  const token = await openSession(env.SESSION_SECRET, cookie, visitor.now)
  const [configuration, actor] = await Promise.all([publicConfiguration(visitor), actorBehind(token, visitor)])
  // Without a choice of their own, visitors read the portal in its own language.
  if (!context.cookies.has('language') && configuration?.locale === 'en') visitor.language = 'en'
  // Signed out elsewhere, a new password, a session that has ended: the browser forgets it too.
  if (cookie && !actor) visitor.pageSession.becomes = 'ended'

  const screen = screenAt(url.pathname)
  // As it was sent: what is encoded twice has been decoded once or more when Astro tells its address.
  const isNowhere = isTwisted(url.pathname) || isTwisted(request.url.split('?', 1)[0] ?? '')
  const verdict = isNowhere ? 'not-found' : verdictOn(screen, actor, configuration?.features ?? [])
  const ctx = contextFor(visitor, actor)
  locals.actor = actor
  locals.ctx = ctx
  locals.language = ctx.language
  locals.configuration = configuration
  locals.t = (...namespaces) => translator(ctx.language, ...namespaces)
  locals.api = inProcess(ctx)
  locals.form = () => sentForm(request)
  locals.reason = (error) => reasonFor(error, ctx)

  const proper = properAddress(screen, url)
  const page = () => {
    if (isRedirect(verdict)) return context.redirect(redirects[verdict](url))
    if (verdict === 'not-found') return context.rewrite('/404')
    return proper ? context.redirect(proper, 308) : next()
  }
  const response = await page()
  const tags = await settle(ctx)
  const answer = new Response(response.body, response)
  if (request.method !== 'GET' || tags.length > 0) announce(answer.headers, ctx, tags)
  await writePageSession(ctx, url, answer.headers)
  setOnPages(answer.headers, { url, ctx, configuration, framesContent: locals.framesContent ?? false })
  ctx.log.info('page', {
    method: request.method,
    path: screen?.path ?? null,
    status: answer.status,
    ms: Date.now() - ctx.now.getTime(),
    roundTrips: ctx.db.roundTrips(),
    personId: actor?.id ?? null,
  })
  return answer
})
