import { isAsset, scopeOf } from './copies.ts'
import workerAddress from './worker.ts?worker&url'

/** After the last thing that was sent: a list that is worked on is not fetched for each tap. */
const settledMs = 3000

const assetsOf = () => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const linked = [...document.querySelectorAll<HTMLLinkElement>('link[href]')].map(({ href }) => href)
  return [...new Set([...loaded, ...linked])].filter((address) => {
    const url = new URL(address)
    return url.origin === location.origin && isAsset(url)
  })
}

async function handOver(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ page: location.origin + location.pathname, assets: assetsOf() })
}

let timer: ReturnType<typeof setTimeout> | undefined

/** The list as it stands now is what is shown where there is no line. Where the browser cannot, nothing is. */
export function keepPage(): void {
  if (!navigator.serviceWorker) return
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (localStorage.getItem('token')) handOver().catch(() => undefined)
  }, settledMs)
}

export async function startKeeping(): Promise<void> {
  const scope = scopeOf(location.pathname)
  if (!navigator.serviceWorker || !scope) return
  await navigator.serviceWorker.register(workerAddress, { scope })
  keepPage()
}

/** When this page was made, if it is a copy. */
export const copiedAt = (): Date | null => {
  const at = document.documentElement.dataset['copyAt']
  return at ? new Date(at) : null
}
