/** Names and life of the consent cookies. */
export const consentCookie = 'cookieConsent'
export const optOutCookie = 'analyticsOptOut'
const oneYear = 31_536_000

/**
 * `all`: everything is allowed. `chosen`: the settings were saved; `performance` is the state of its toggle, or null
 * where that section was not shown. `reset`: the question is asked anew.
 */
export type Consent = { choice: 'all' } | { choice: 'reset' } | { choice: 'chosen'; performance: boolean | null }

/** What each cookie becomes: kept for a year, removed, or left as it is. */
export interface ConsentCookies {
  [consentCookie]: 'set' | 'remove'
  [optOutCookie]: 'set' | 'remove' | 'leave'
}

export function cookiesAfter(consent: Consent): ConsentCookies {
  if (consent.choice === 'reset') return { cookieConsent: 'remove', analyticsOptOut: 'leave' }
  const performance = consent.choice === 'all' ? true : consent.performance
  return { cookieConsent: 'set', analyticsOptOut: performance === null ? 'leave' : performance ? 'remove' : 'set' }
}

/** The cookies as a server or a script writes them. */
export function cookieLines(cookies: ConsentCookies, isHttps: boolean): string[] {
  const tail = `; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return Object.entries(cookies)
    .filter(([, becomes]) => becomes !== 'leave')
    .map(([name, becomes]) =>
      becomes === 'set' ? `${name}=true; Max-Age=${oneYear}${tail}` : `${name}=; Max-Age=0${tail}`,
    )
}

/** The banner's form: `choice` is the button that was pressed, `performance` its toggle. */
export function consentOf(form: FormData): Consent | null {
  const choice = form.get('choice')
  if (choice === 'all' || choice === 'reset') return { choice }
  if (choice !== 'chosen') return null
  return { choice, performance: form.has('hasPerformance') ? form.has('performance') : null }
}
