import { formatConsentCookies, parseConsent, toConsentCookies } from '../consent.ts'

/**
 * Makes the cookie banner store its answer in cookies without a page load, and disappear. Dispatches `consent` on the
 * document when performance cookies are allowed. Without scripts the banner is sent as a form, as it is for `reset` and
 * an answer that cannot be parsed.
 */
export function wireCookieBanner() {
  const banner = document.getElementById('cookie-banner')
  banner?.querySelector('form')?.addEventListener('submit', (event) => {
    const consent = parseConsent(new FormData(event.target as HTMLFormElement, event.submitter))
    // The banner cannot ask again.
    if (!consent || consent === 'reset') return
    event.preventDefault()
    for (const line of formatConsentCookies(toConsentCookies(consent), location.protocol === 'https:')) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser that we serve
      document.cookie = line
    }
    banner.remove()
    if (consent.performance) document.dispatchEvent(new Event('consent'))
  })
}
