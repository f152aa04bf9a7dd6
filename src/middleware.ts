import { defineMiddleware } from 'astro:middleware'
import { env } from 'cloudflare:workers'
import type { Actor } from '#api/actor.ts'
import { openSession, sessionCookieName } from '#edge/claim.ts'
import { inProcess } from '#edge/in-process.ts'
import { publicConfiguration } from '#edge/portal.ts'
import { contextFor, contextOf } from '#edge/request-context.ts'
import { screenAt, verdictOn } from '#edge/screens.ts'
import { actorBehind } from '#edge/session.ts'
import { translator } from '#locales/translate.ts'

/** Who is this, may they be here, in which language. Nothing of a page runs before the guard has decided. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { request, url, locals } = context
  const visitor = contextOf({ request, env, after: (work) => locals.cfContext.waitUntil(work) })
  const opened = await openSession(env.SESSION_SECRET, context.cookies.get(sessionCookieName(url))?.value, visitor.now)
  const configuration = await publicConfiguration(visitor)
  const person = opened && { roles: opened.claim.roles, passwordExpired: opened.claim.passwordExpired }
  const screen = screenAt(url.pathname)
  const verdict = verdictOn(screen, person, configuration?.features ?? [])

  const toLogin = () => context.redirect(`/login?returnUrl=${encodeURIComponent(url.pathname + url.search)}`)
  if (verdict === 'login') return toLogin()
  if (verdict === 'dashboard') return context.redirect('/')
  if (verdict === 'change-password') return context.redirect('/changepassword')

  const actor: Actor | null = opened ? await actorBehind(opened.token, visitor) : null
  // The seal is good but the session row is gone: signed out elsewhere, a new password, a changed role.
  if (opened && !actor) {
    context.cookies.delete(sessionCookieName(url), { path: '/' })
    if (screen && screen.who !== 'anyone') return toLogin()
  }
  const ctx = contextFor(visitor, actor)
  locals.actor = actor
  locals.ctx = ctx
  locals.language = ctx.language
  locals.configuration = configuration
  locals.t = (...namespaces) => translator(ctx.language, ...namespaces)
  locals.api = inProcess(ctx)
  return verdict === 'not-found' ? context.rewrite('/404') : next()
})
