/** Cookie that records an answer to the cookie question. */
export const consentCookie = 'cookieConsent'
/** Cookie that is `true` when performance cookies are refused. */
export const optOutCookie = 'analyticsOptOut'
const oneYear = 31_536_000

/**
 * An answer to the cookie question. `all` allows everything. `chosen` saves the settings: `performance` is the state of
 * its toggle, off where it is not shown. `reset` asks again.
 */
export type Consent = { choice: 'all' } | { choice: 'reset' } | { choice: 'chosen'; performance: boolean }

/** New values of the cookies, for a year; null removes a cookie, undefined leaves it unchanged. */
export interface ConsentCookies {
  [consentCookie]: 'true' | null
  [optOutCookie]: 'true' | 'false' | undefined
}

/** Returns the new values of the cookies for a person's answer to the cookie question. Sets nothing itself. */
export function toConsentCookies(consent: Consent): ConsentCookies {
  if (consent.choice === 'reset') return { cookieConsent: null, analyticsOptOut: undefined }
  const isOptedIn = consent.choice === 'all' || consent.performance
  return { cookieConsent: 'true', analyticsOptOut: isOptedIn ? 'false' : 'true' }
}

/**
 * Formats the cookies for `Set-Cookie` headers or `document.cookie`, one text each; undefined ones are left out and
 * null ones expire.
 */
export function formatConsentCookies(cookies: ConsentCookies, isHttps: boolean): string[] {
  const tail = `; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return Object.entries(cookies)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value ? `${name}=${value}; Max-Age=${oneYear}${tail}` : `${name}=; Max-Age=0${tail}`))
}

/** Parses the banner's form: `choice` is the pressed button, `performance` the toggle. Null for another form. */
export function parseConsent(form: FormData): Consent | null {
  const choice = form.get('choice')
  if (choice === 'all' || choice === 'reset') return { choice }
  if (choice !== 'chosen') return null
  return { choice, performance: form.has('performance') }
}
