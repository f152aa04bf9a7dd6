import type { APIRoute } from 'astro'
import { toOwnPath } from '#api/people/authentication/rules.ts'
import { consentOf, cookieLines, cookiesAfter } from '#layouts/consent.ts'

/** The cookie banner's answer, and the menu's and the cookie page's wish to be asked anew. */
export const POST: APIRoute = async ({ locals, url }) => {
  const form = await locals.form()
  const consent = consentOf(form)
  if (!consent) return new Response(null, { status: 400 })
  const headers = new Headers({ location: toOwnPath(form.get('returnUrl')?.toString()) })
  for (const line of cookieLines(cookiesAfter(consent), url.protocol === 'https:')) headers.append('set-cookie', line)
  return new Response(null, { status: 303, headers })
}
