/** Cookie that records an answer to the cookie question. */
export const consentCookie = 'cookieConsent'
/** Cookie that is `true` when performance cookies are refused. */
export const optOutCookie = 'analyticsOptOut'
const oneYear = 31_536_000

/**
 * An answer to the cookie question: whether performance cookies are allowed, false where they are not offered. `reset`
 * asks again.
 */
export type Consent = 'reset' | { performance: boolean }

/** New values of the cookies, for a year; null removes a cookie, and an absent one is unchanged. */
export type ConsentCookies = { [consentCookie]: null } | { [consentCookie]: 'true'; [optOutCookie]: 'true' | 'false' }

/**
 * Returns the new values of the cookies for a person's answer to the cookie question. `analyticsOptOut` is `true`
 * unless performance cookies are allowed. For `reset` the consent is null and `analyticsOptOut` is left out. Sets
 * nothing itself.
 */
export const toConsentCookies = (consent: Consent): ConsentCookies =>
  consent === 'reset'
    ? { cookieConsent: null }
    : { cookieConsent: 'true', analyticsOptOut: consent.performance ? 'false' : 'true' }

/**
 * Formats the cookies for `Set-Cookie` headers or `document.cookie`, one text each, valid for a year; null ones expire
 * at once. With `Secure` on https.
 */
export function formatConsentCookies(cookies: ConsentCookies, isHttps: boolean): string[] {
  const tail = `; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return Object.entries(cookies).map(
    ([name, value]: [string, string | null]) => `${name}=${value ?? ''}; Max-Age=${value ? oneYear : 0}${tail}`,
  )
}

/**
 * Parses the banner's form by its pressed button `choice`: `reset` as it is, `all` allows performance cookies, `chosen`
 * allows them when the toggle `performance` is on. Null for another form.
 */
export function parseConsent(form: FormData): Consent | null {
  const choice = form.get('choice')
  if (choice === 'reset') return choice
  return choice === 'all' || choice === 'chosen' ? { performance: choice === 'all' || form.has('performance') } : null
}
