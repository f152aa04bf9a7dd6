/** Names and life of the consent cookies. */
export const consentCookie = 'cookieConsent'
export const optOutCookie = 'analyticsOptOut'
const oneYear = 31_536_000

/**
 * `all`: everything is allowed. `chosen`: the settings were saved; `performance` is the state of its toggle, off where
 * that section is not shown. `reset`: the question is asked again.
 */
export type Consent = { choice: 'all' } | { choice: 'reset' } | { choice: 'chosen'; performance: boolean }

/** The value that each cookie gets for a year; null removes it, undefined leaves it as it is. */
export interface ConsentCookies {
  [consentCookie]: 'true' | null
  [optOutCookie]: 'true' | 'false' | undefined
}

export function cookiesAfter(consent: Consent): ConsentCookies {
  if (consent.choice === 'reset') return { cookieConsent: null, analyticsOptOut: undefined }
  const isOptedIn = consent.choice === 'all' || consent.performance
  return { cookieConsent: 'true', analyticsOptOut: isOptedIn ? 'false' : 'true' }
}

/** The cookies as a server or a script writes them. */
export function cookieLines(cookies: ConsentCookies, isHttps: boolean): string[] {
  const tail = `; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return Object.entries(cookies)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value ? `${name}=${value}; Max-Age=${oneYear}${tail}` : `${name}=; Max-Age=0${tail}`))
}

/** The banner's form: `choice` is the button that was pressed, `performance` its toggle. */
export function consentOf(form: FormData): Consent | null {
  const choice = form.get('choice')
  if (choice === 'all' || choice === 'reset') return { choice }
  if (choice !== 'chosen') return null
  return { choice, performance: form.has('performance') }
}
