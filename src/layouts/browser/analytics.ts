import { toTrackedPath } from '../tracked-path.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

const source = 'https://www.googletagmanager.com'
const { analyticsKey, tagManagerId, consent } = document.documentElement.dataset

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

/** Queues a command. gtag.js recognizes a command by its being an `arguments` object. */
function gtag(..._command: unknown[]) {
  // biome-ignore lint/complexity/noArguments: see above
  note(arguments)
}

function track() {
  const page_path = toTrackedPath(location.pathname)
  note({ event: 'analytics_accepted' })
  note({ event: 'page_view', page_path })
  if (tagManagerId) load(`gtm.js?id=${encodeURIComponent(tagManagerId)}`)
  if (!analyticsKey) return
  gtag('js', new Date())
  gtag('config', analyticsKey, { page_path, page_location: location.origin + page_path, page_title: page_path })
  load(`gtag/js?id=${encodeURIComponent(analyticsKey)}`)
}

// Only on pages of a federation with a key; nothing is loaded or queued before consent or after an opt-out.
if (consent) track()
else document.addEventListener('consent', track, { once: true })
