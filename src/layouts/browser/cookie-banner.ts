import { consentOf, cookieLines, cookiesAfter } from '../consent.ts'
import { startAnalytics } from './analytics.ts'

/** The banner works as a form; with a script it goes away without a new page. */
export function wireCookieBanner() {
  const banner = document.getElementById('cookie-banner')
  banner?.querySelector('form')?.addEventListener('submit', (event) => {
    const form = new FormData(event.target as HTMLFormElement, event.submitter)
    const consent = consentOf(form)
    if (!consent) return
    event.preventDefault()
    for (const line of cookieLines(cookiesAfter(consent), location.protocol === 'https:')) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser that we serve
      document.cookie = line
    }
    banner.remove()
    startAnalytics()
  })
}
