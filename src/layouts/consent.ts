/** Cookie that records an answer to the cookie question. */
export const consentCookie = 'cookieConsent'
/** Cookie that is `true` when performance cookies are refused. */
export const optOutCookie = 'analyticsOptOut'
/** Cookie with the scripts that the answered question offered, between dots; `none` when it offered none. */
export const offerCookie = 'cookieOffer'
const oneYear = 31_536_000

/** Scripts of web statistics that the cookie question may offer. */
const offers = ['analytics', 'tagManager'] as const
export type OfferedScript = (typeof offers)[number]

/**
 * An answer to the cookie question: whether performance cookies are allowed, false where they are not offered, and what
 * the question offered. `reset` asks again.
 */
export type Consent = 'reset' | { performance: boolean; offer: readonly OfferedScript[] }

/** New values of the cookies, for a year; null removes a cookie, and an absent one is unchanged. */
export type ConsentCookies =
  | { [consentCookie]: null }
  | { [consentCookie]: 'true'; [optOutCookie]: 'true' | 'false'; [offerCookie]: string }

/**
 * Lists the scripts of web statistics that a configuration has, `analytics` before `tagManager`. An absent, null or
 * empty key does not count; without any the list is empty.
 */
export function listOffer(keys: {
  googleAnalyticsKey?: string | null | undefined
  googleTagManagerId?: string | null | undefined
}): OfferedScript[] {
  const configured = { analytics: keys.googleAnalyticsKey, tagManager: keys.googleTagManagerId }
  return offers.filter((script) => configured[script])
}

/** Formats an offer as the value of the cookie, and of the form's field: its scripts joined by dots, or `none`. */
export const formatOffer = (offer: readonly OfferedScript[]): string => offer.join('.') || 'none'

/** Parses the value of the cookie or the field; what is unknown is left out. */
function parseOffer(stored: string | null | undefined): OfferedScript[] {
  const names = (stored ?? '').split('.')
  return offers.filter((script) => names.includes(script))
}

/** The values of the cookies that a browser sends; undefined for an absent one. */
interface StoredConsent {
  consent: string | undefined
  optOut: string | undefined
  offer: string | undefined
}

/**
 * Decides from the values of the cookies how the page treats the cookie question. `isAnswered`: it is not asked again;
 * `isOn`: its toggle is on; `isAllowed`: statistics may run, which needs both. `offer` has the scripts that the portal
 * offers now: with one that the answered question did not offer, all three are false. Without an offer `isOn` is false.
 */
export function judgeConsent(stored: StoredConsent, offer: readonly OfferedScript[]) {
  const answeredOffer = parseOffer(stored.offer)
  const isCovered = offer.every((script) => answeredOffer.includes(script))
  const isAnswered = stored.consent === 'true' && isCovered
  const isOn = stored.optOut === 'false' && isCovered && offer.length > 0
  return { isAnswered, isOn, isAllowed: isAnswered && isOn }
}

/**
 * Returns the new values of the cookies for a person's answer to the cookie question; sets nothing itself.
 * `cookieConsent` is `true`, `analyticsOptOut` is `true` unless performance cookies are allowed, and `cookieOffer` has
 * the scripts that the question offered. For `reset` it has `cookieConsent` alone, as null, which removes that cookie.
 */
export const toConsentCookies = (consent: Consent): ConsentCookies =>
  consent === 'reset'
    ? { cookieConsent: null }
    : {
        cookieConsent: 'true',
        analyticsOptOut: consent.performance ? 'false' : 'true',
        cookieOffer: formatOffer(consent.offer),
      }

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
 * Parses the banner's form: `choice` is the pressed button (`reset`, `all`, or `chosen` with the toggle `performance`,
 * which is not always shown), and `offer` what the banner offered. Null for another form. Nothing is allowed that was
 * not offered.
 */
export function parseConsent(form: FormData): Consent | null {
  const choice = form.get('choice')
  if (choice === 'reset') return choice
  if (choice !== 'all' && choice !== 'chosen') return null
  const offer = parseOffer(form.get('offer')?.toString())
  return { performance: offer.length > 0 && (choice === 'all' || form.has('performance')), offer }
}
