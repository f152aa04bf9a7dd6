import type { APIRoute } from 'astro'
import { toOwnPath } from '#api/people/authentication/rules.ts'

const oneYear = 31_536_000

/** Light, dark, or as the device has it; kept in a cookie, so that a page is never painted in the other one first. */
export const POST: APIRoute = async ({ locals, url, cookies, redirect }) => {
  const form = await locals.form()
  const theme = form.get('theme')
  const attributes = { path: '/', sameSite: 'lax', secure: url.protocol === 'https:' } as const
  if (theme === 'light' || theme === 'dark') cookies.set('theme', theme, { ...attributes, maxAge: oneYear })
  else cookies.delete('theme', attributes)
  return redirect(toOwnPath(form.get('returnUrl')?.toString()), 303)
}
