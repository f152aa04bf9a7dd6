import type { APIRoute } from 'astro'
import { toOwnPath } from '#api/people/authentication/rules.ts'

const oneYear = 31_536_000

/**
 * Stores the chosen theme in a cookie, so that the server renders pages with it, and redirects (303) to `returnUrl` of
 * the form. Any other choice than light or dark removes the cookie.
 */
export const POST: APIRoute = async ({ locals, url, cookies, redirect }) => {
  const form = await locals.form()
  const theme = form.get('theme')
  const attributes = { path: '/', sameSite: 'lax', secure: url.protocol === 'https:' } as const
  if (theme === 'light' || theme === 'dark') cookies.set('theme', theme, { ...attributes, maxAge: oneYear })
  else cookies.delete('theme', attributes)
  return redirect(toOwnPath(form.get('returnUrl')?.toString()), 303)
}
