import { optOutCookie } from '../consent.ts'

/**
 * Makes the cookie banner send its answer without a page load, and disappear when the answer is stored. Dispatches
 * `consent` on the document when performance cookies are allowed. Without scripts the banner is sent as a form. It
 * stays while an answer cannot be stored, as offline.
 */
export function wireCookieBanner() {
  const banner = document.getElementById('cookie-banner')
  const form = banner?.querySelector('form')
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    // Stored, it is answered with a redirect to this page, whose cookies count also when it is not followed.
    const body = new FormData(form, event.submitter)
    const response = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
    if (response?.type !== 'opaqueredirect') return
    banner?.remove()
    if (document.cookie.includes(`${optOutCookie}=false`)) document.dispatchEvent(new Event('consent'))
  })
}
