import { answerNavigation } from './answer-navigation.ts'
import { readCopy, storeAnswer } from './copy-store.ts'
import { isAsset, isCopied, isImmutable, networkTimeoutMs } from './page-copy.ts'
import type { CopyRequestEvent, FetchEvent, WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope
const worker = self

/** Service worker that serves copies of the pages of one kind, and their assets, without a connection. */
const assetsName = `page-assets ${new URL(worker.registration.scope).pathname}`

const waitForNetwork = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), networkTimeoutMs))

/** Returns the server's answer if it comes in time, else the copy, else the late answer. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const { answer, stored } = await storeAnswer(request.url, () => fetch(request))
  event.waitUntil(stored)
  const inTime = await Promise.race([answer, waitForNetwork()]).catch(() => null)
  return inTime ?? (await readCopy(request.url).catch(() => null)) ?? answer
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

/**
 * Stores a page and its assets on request: after a load without the worker, and after each change. A page that the
 * worker has answered is stored already, and only its assets are fetched.
 */
async function storePageAndAssets({ page, assets: listed }: CopyRequestEvent['data']): Promise<void> {
  // First, so that copies that are deleted while the assets are fetched take this one with them.
  const answered = page ? await storeAnswer(page, () => fetch(page, { redirect: 'manual' })) : null
  const assets = await caches.open(assetsName)
  for (const key of await assets.keys()) if (listed.length > 0 && !listed.includes(key.url)) await assets.delete(key)
  const missing = await Promise.all(listed.map(async (url) => ((await assets.match(url)) ? [] : [url])))
  await Promise.allSettled(missing.flat().map((url) => assets.add(url)))
  await answered?.stored
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => event.waitUntil(storePageAndAssets(event.data).catch(() => undefined)))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate')
    event.respondWith(answerNavigation(request.url, isCopied(url) ? answerPage(event) : fetch(request)))
  else if (isAsset(url)) event.respondWith(answerAsset(request))
})
