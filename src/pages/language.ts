import type { APIRoute } from 'astro'
import { languages } from '#api/actor.ts'
import { toOwnPath } from '#api/people/authentication/rules.ts'

/**
 * Sets the reader's language in a cookie for a year and, for a signed-in person, in the account. The account is left
 * alone while the person must choose a new password first. An unknown language changes nothing. Redirects (303) to
 * `returnUrl` of the form.
 */
export const POST: APIRoute = async ({ locals, cookies, redirect, url }) => {
  const form = await locals.form()
  const language = languages.find((option) => option === form.get('language'))
  if (language) {
    const secure = url.protocol === 'https:'
    cookies.set('language', language, { path: '/', maxAge: 31_536_000, sameSite: 'lax', httpOnly: true, secure })
    const { actor, api } = locals
    if (actor && !actor.passwordExpiryDate) {
      const params = { id: actor.id }
      const { lastChange } = await api('GET /User/:id', { params })
      await api('PUT /user/edit/:id', { params, body: { language, lastChange } })
    }
  }
  const back = form.get('returnUrl')
  return redirect(toOwnPath(typeof back === 'string' ? back : null), 303)
}
