import type { APIRoute } from 'astro'
import { toOwnPath } from '#api/people/authentication/rules.ts'
import { parseShortcutState, shortcutCookie } from '#layouts/shortcut-cookie.ts'

/**
 * Stores in a cookie for a year, which the browser's script reads, whether the shortcuts of a single key are on.
 * Redirects (303) to `returnUrl` of the form. Any other state than `off` is on.
 */
export const POST: APIRoute = async ({ locals, url, cookies, redirect }) => {
  const form = await locals.form()
  const state = parseShortcutState(form.get('state'))
  const secure = url.protocol === 'https:'
  cookies.set(shortcutCookie, state, { path: '/', sameSite: 'lax', secure, maxAge: 31_536_000 })
  return redirect(toOwnPath(form.get('returnUrl')?.toString()), 303)
}
