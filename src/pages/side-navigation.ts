import type { APIRoute } from 'astro'
import { toOwnPath } from '#api/people/authentication/rules.ts'
import { parseSideState, sideCookie } from '#layouts/side-cookie.ts'

/**
 * Stores in a cookie for a year whether the side navigation is folded, so that the server renders it so. Redirects
 * (303) to `returnUrl` of the form. Other states change nothing.
 */
export const POST: APIRoute = async ({ locals, url, cookies, redirect }) => {
  const form = await locals.form()
  const state = parseSideState(form.get('state'))
  const secure = url.protocol === 'https:'
  if (state) cookies.set(sideCookie, state, { path: '/', sameSite: 'lax', secure, maxAge: 31_536_000 })
  return redirect(toOwnPath(form.get('returnUrl')?.toString()), 303)
}
