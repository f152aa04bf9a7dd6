import type { APIRoute } from 'astro'
import { toOwnPath } from '#api/people/authentication/rules.ts'
import { formatConsentCookies, parseConsent, toConsentCookies } from '#layouts/consent.ts'

/**
 * Stores the answer to the cookie banner, or clears it when the menu or the cookie page asks again. Redirects (303) to
 * `returnUrl` when it is a path of the portal, else to the start page. Another form is answered with 400.
 */
export const POST: APIRoute = async ({ locals, url }) => {
  const form = await locals.form()
  const consent = parseConsent(form)
  if (!consent) return new Response(null, { status: 400 })
  const headers = new Headers({ location: toOwnPath(form.get('returnUrl')?.toString()) })
  for (const line of formatConsentCookies(toConsentCookies(consent), url.protocol === 'https:'))
    headers.append('set-cookie', line)
  return new Response(null, { status: 303, headers })
}
