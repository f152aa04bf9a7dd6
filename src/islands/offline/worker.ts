import { copiesName } from '../client/page-copies.ts'
import {
  atHeader,
  copiesAtMost,
  isAsset,
  isForGood,
  isGood,
  isList,
  markedCopy,
  patienceMs,
  untilHeader,
  verdictOn,
} from './copies.ts'

interface Waiting extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Asking extends Waiting {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface Told extends Waiting {
  data: { page: string; assets: string[] }
}
interface Scope {
  registration: { scope: string }
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: Waiting) => void): void
    (type: 'fetch', listener: (event: Asking) => void): void
    (type: 'message', listener: (event: Told) => void): void
  }
}
// A service worker's own global; the browser's types know only a window's.
declare const self: Scope
const worker = self

/** The lists of one kind, and what they are made of, where there is no line. It serves nothing else. */
const assetsName = `page-assets ${new URL(worker.registration.scope).pathname}`

async function forgetOld(copies: Cache): Promise<void> {
  const kept = await Promise.all((await copies.keys()).map(async (key) => ({ key, copy: await copies.match(key) })))
  const good = kept.filter(({ copy }) => copy && isGood(copy.headers, Date.now()))
  const surplus = good.slice(0, Math.max(0, good.length - copiesAtMost))
  for (const one of kept) if (!good.includes(one) || surplus.includes(one)) await copies.delete(one.key)
}

/** Without what the reader has searched for: the list is the same. */
const nameOf = (address: string) => new URL(address).pathname

async function keep(address: string, answer: Response): Promise<void> {
  const copies = await caches.open(copiesName)
  const verdict = verdictOn(answer, Date.now())
  if (verdict === 'leave') return
  await copies.delete(nameOf(address))
  if (verdict === 'keep') {
    const headers = new Headers(answer.headers)
    headers.set(atHeader, new Date().toISOString())
    await copies.put(nameOf(address), new Response(await answer.text(), { headers }))
  }
  await forgetOld(copies)
}

async function copyOf(address: string): Promise<Response | null> {
  const copies = await caches.open(copiesName)
  await forgetOld(copies)
  const copy = await copies.match(nameOf(address))
  if (!copy) return null
  const html = markedCopy(await copy.text(), copy.headers.get(atHeader) ?? '')
  const headers = new Headers(copy.headers)
  for (const name of [atHeader, untilHeader, 'content-length', 'content-encoding']) headers.delete(name)
  return new Response(html, { headers })
}

const patience = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))

/** The server's answer if there is one in time; else the copy; else whatever the line brings. */
async function page(event: Asking): Promise<Response> {
  const { request } = event
  const asked = fetch(request)
  event.waitUntil(asked.then((answer) => keep(request.url, answer.clone())).catch(() => undefined))
  const answer = await Promise.race([asked, patience()]).catch(() => null)
  return answer ?? (await copyOf(request.url)) ?? asked
}

async function asset(request: Request): Promise<Response> {
  const assets = await caches.open(assetsName)
  const held = await assets.match(request.url)
  if (held && isForGood(new URL(request.url))) return held
  try {
    const answer = await fetch(request)
    if (answer.ok) await assets.put(request.url, answer.clone())
    return answer
  } catch (error) {
    if (held) return held
    throw error
  }
}

/** A page that has come past the worker, or has changed since, hands over what it is made of. */
async function keepAll({ page, assets: wanted }: Told['data']): Promise<void> {
  const assets = await caches.open(assetsName)
  for (const key of await assets.keys()) if (wanted.length > 0 && !wanted.includes(key.url)) await assets.delete(key)
  const missing = await Promise.all(wanted.map(async (url) => ((await assets.match(url)) ? [] : [url])))
  await Promise.allSettled(missing.flat().map((url) => assets.add(url)))
  await keep(page, await fetch(page, { redirect: 'manual' }))
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => event.waitUntil(keepAll(event.data).catch(() => undefined)))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && isList(url)) event.respondWith(page(event))
  else if (isAsset(url)) event.respondWith(asset(request))
})
