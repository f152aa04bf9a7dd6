import fallbackAddress from './fallback-worker.ts?worker&url'
import { findScope, isAsset } from './page-copy.ts'
import workerAddress from './worker.ts?worker&url'

/** Wait after the last change, so that a list is not fetched for each press. */
const settledMs = 3000

const listAssets = () => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const linked = [...document.querySelectorAll<HTMLLinkElement>('link[href]')].map(({ href }) => href)
  return [...new Set([...loaded, ...linked])].filter((address) => {
    const url = new URL(address)
    return url.origin === location.origin && isAsset(url)
  })
}

async function requestCopy(isStored: boolean): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ page: isStored ? null : location.origin + location.pathname, assets: listAssets() })
}

let timer: ReturnType<typeof setTimeout> | undefined

function requestWhenSettled(isStored: boolean): void {
  if (!navigator.serviceWorker) return
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (localStorage.getItem('token')) requestCopy(isStored).catch(() => undefined)
  }, settledMs)
}

/**
 * Stores a copy of the page for use without a connection, three seconds after the last call; failures are ignored. Does
 * nothing for a signed-out reader and in browsers without service workers.
 */
export const storeCopy = (): void => requestWhenSettled(false)

/** Returns the URL of a worker that speaks the language of the page. */
function withLanguage(address: string): string {
  const url = new URL(address, location.origin)
  url.searchParams.set('language', document.documentElement.lang)
  return url.href
}

/**
 * Registers the service worker of a page, and that of the portal, which shows a page of its own where there is no
 * connection. Stores a copy of the page three seconds later. Of a page that the worker has
 * answered, and so copied, only the assets are stored. Does nothing on other pages and in browsers without service
 * workers. Rejects when the browser refuses the registration.
 */
export async function registerWorker(): Promise<void> {
  const scope = findScope(location.pathname)
  if (!navigator.serviceWorker || !scope) return
  const isStored = navigator.serviceWorker.controller?.scriptURL === withLanguage(workerAddress)
  await navigator.serviceWorker.register(withLanguage(workerAddress), { scope })
  requestWhenSettled(isStored)
  await navigator.serviceWorker.register(withLanguage(fallbackAddress), { scope: '/' })
}

/** Returns when this page was copied; null when it is no copy. */
export const getCopyDate = (): Date | null => {
  const at = document.documentElement.dataset['copyAt']
  return at ? new Date(at) : null
}
