import { consentCookie, optOutCookie } from '../consent.ts'
import { trackedPath } from '../tracked-path.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

const source = 'https://www.googletagmanager.com'
const has = (cookie: string) => document.cookie.split('; ').includes(`${cookie}=true`)

function load(path: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = `${source}/${path}`
  document.head.appendChild(script)
}

function note(entry: unknown) {
  window.dataLayer ??= []
  window.dataLayer.push(entry)
}

/** Commands of gtag.js are told from plain entries by being an `arguments` object. */
function gtag(..._command: unknown[]) {
  // biome-ignore lint/complexity/noArguments: see above
  note(arguments)
}

/** Nothing is loaded or noted before consent, after an opt-out, or without a key of the federation's. */
export function startAnalytics() {
  const { analyticsKey, tagManagerId } = document.documentElement.dataset
  if (!analyticsKey && !tagManagerId) return
  if (!has(consentCookie) || has(optOutCookie)) return
  const page_path = trackedPath(location.pathname)
  note({ event: 'analytics_accepted' })
  note({ event: 'page_view', page_path })
  if (tagManagerId) load(`gtm.js?id=${encodeURIComponent(tagManagerId)}`)
  if (!analyticsKey) return
  gtag('js', new Date())
  gtag('config', analyticsKey, { page_path, page_location: location.origin + page_path, page_title: page_path })
  load(`gtag/js?id=${encodeURIComponent(analyticsKey)}`)
}
