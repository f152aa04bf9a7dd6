import { pageCopiesCache } from '../client/page-copies.ts'
import {
  atHeader,
  decideCopy,
  isAsset,
  isCopied,
  isImmutable,
  isStorable,
  markAsCopy,
  maxCopies,
  networkTimeoutMs,
  untilHeader,
} from './page-copy.ts'

interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchEvent extends ExtendableEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface CopyRequestEvent extends ExtendableEvent {
  data: { page: string; assets: string[] }
}
interface WorkerScope {
  registration: { scope: string }
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
    (type: 'message', listener: (event: CopyRequestEvent) => void): void
  }
}
// Global scope of a service worker; TypeScript's DOM types only know the window's.
declare const self: WorkerScope
const worker = self

/** Service worker that serves copies of the pages of one kind, and their assets, without a connection. */
const assetsName = `page-assets ${new URL(worker.registration.scope).pathname}`

async function deleteOldCopies(copies: Cache): Promise<void> {
  const stored = await Promise.all((await copies.keys()).map(async (key) => ({ key, copy: await copies.match(key) })))
  const valid = stored.filter(({ copy }) => copy && isStorable(copy.headers, Date.now()))
  const surplus = valid.slice(0, Math.max(0, valid.length - maxCopies))
  for (const one of stored) if (!valid.includes(one) || surplus.includes(one)) await copies.delete(one.key)
}

/** Key of a copy: the URL without search, since the list is the same. */
const copyKey = (address: string) => new URL(address).pathname

async function storeCopy(address: string, answer: Response): Promise<void> {
  const copies = await caches.open(pageCopiesCache)
  const verdict = decideCopy(answer, Date.now())
  if (verdict === 'leave') return
  await copies.delete(copyKey(address))
  if (verdict === 'keep') {
    const headers = new Headers(answer.headers)
    headers.set(atHeader, new Date().toISOString())
    await copies.put(copyKey(address), new Response(await answer.text(), { headers }))
  }
  await deleteOldCopies(copies)
}

async function readCopy(address: string): Promise<Response | null> {
  const copies = await caches.open(pageCopiesCache)
  await deleteOldCopies(copies)
  const copy = await copies.match(copyKey(address))
  if (!copy) return null
  const html = markAsCopy(await copy.text(), copy.headers.get(atHeader) ?? '')
  const headers = new Headers(copy.headers)
  for (const name of [atHeader, untilHeader, 'content-length', 'content-encoding']) headers.delete(name)
  return new Response(html, { headers })
}

const waitForNetwork = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), networkTimeoutMs))

/** Returns the server's answer if it comes in time, else the copy, else the late answer. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const response = fetch(request)
  event.waitUntil(response.then((answer) => storeCopy(request.url, answer.clone())).catch(() => undefined))
  const answer = await Promise.race([response, waitForNetwork()]).catch(() => null)
  return answer ?? (await readCopy(request.url)) ?? response
}

async function answerAsset(request: Request): Promise<Response> {
  const assets = await caches.open(assetsName)
  const cached = await assets.match(request.url)
  if (cached && isImmutable(new URL(request.url))) return cached
  try {
    const answer = await fetch(request)
    if (answer.ok) await assets.put(request.url, answer.clone())
    return answer
  } catch (error) {
    if (cached) return cached
    throw error
  }
}

/** Stores a page and its assets on request: after its first load without the worker, and after each change. */
async function storePageAndAssets({ page, assets: listed }: CopyRequestEvent['data']): Promise<void> {
  const assets = await caches.open(assetsName)
  for (const key of await assets.keys()) if (listed.length > 0 && !listed.includes(key.url)) await assets.delete(key)
  const missing = await Promise.all(listed.map(async (url) => ((await assets.match(url)) ? [] : [url])))
  await Promise.allSettled(missing.flat().map((url) => assets.add(url)))
  await storeCopy(page, await fetch(page, { redirect: 'manual' }))
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => event.waitUntil(storePageAndAssets(event.data).catch(() => undefined)))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && isCopied(url)) event.respondWith(answerPage(event))
  else if (isAsset(url)) event.respondWith(answerAsset(request))
})
