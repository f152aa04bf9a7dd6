import { parseSessionToken } from '#api/courses/xapi/cmi5/rules.ts'
import { maxQueueDays } from '#api/courses/xapi/rules.ts'
import { findLastWrite, isUnconditional, refuseAfter, replaceWrite, resolveConflict } from './queue/documents.ts'
import {
  canBeQueued,
  isLaunchExpired,
  isRead,
  isRetryable,
  parseFetchKey,
  parseLaunchToken,
  type QueuedWrite,
  toDocumentUrl,
  toQueuedWrite,
} from './queue/queued-write.ts'
import * as store from './queue/store.ts'

interface Alive extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchRequestEvent extends Alive {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface OpeningMessage extends Alive {
  /** `key` is the fetch key of a cmi5 unit. Without token and key nothing is opened and queued writes are sent. */
  data: { who: string; token?: string; key?: string }
  ports: readonly MessagePort[]
}
interface Scope {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: Alive) => void): void
    (type: 'fetch', listener: (event: FetchRequestEvent) => void): void
    (type: 'message', listener: (event: OpeningMessage) => void): void
  }
}
// Global scope of a service worker; TypeScript's DOM library has only that of a window.
declare const self: Scope
const worker = self

const patienceMs = 15_000

/** A token is valid for eight hours (decision 038); it is removed after a day. */
const lifeMs = 24 * 3_600_000

const waitsMs = maxQueueDays * 24 * 3_600_000

/** Waits in milliseconds before reads are repeated that got no answer. */
const pausesMs = [200, 800, 2_000]

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

const sendToStore = (
  { url, version }: QueuedWrite,
  token: string,
  init: RequestInit,
  conditions: Record<string, string> = {},
) =>
  fetch(url, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'x-experience-api-version': version, ...conditions },
    signal: AbortSignal.timeout(patienceMs),
  })

const send = (write: QueuedWrite, token: string) => {
  const { method, contentType, body, ifMatch, ifNoneMatch } = write
  return sendToStore(write, token, method === 'DELETE' ? { method } : { method, body }, {
    'content-type': contentType,
    ...(ifMatch === null ? {} : { 'if-match': ifMatch }),
    ...(ifNoneMatch === null ? {} : { 'if-none-match': ifNoneMatch }),
  })
}

/** Etags as the record store computes them. */
async function tagOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const whoOf = async (token: string) => (await store.listOpenings()).find((one) => one.token === token)?.who

const newestOf = async (who: string) =>
  (await store.listOpenings()).filter((one) => one.who === who && !one.isKey).sort((a, b) => b.at - a.at)[0]?.token

/** Resolves a version conflict by the stored document; returns the resulting status. */
async function settled(write: store.WaitingWrite, token: string): Promise<number> {
  const found = await sendToStore(write, token, { method: 'GET', cache: 'no-store' })
  if (!found.ok && found.status !== 404) return found.status
  const there = found.ok ? (found.headers.get('etag') ?? '').replaceAll('"', '') : null
  const next = resolveConflict(write, there)
  if (next === 'done') return 204
  return next === 'refused' ? 412 : (await send({ ...write, ...next }, token)).status
}

async function sent(write: store.WaitingWrite, token: string): Promise<number> {
  if (write.document !== null) await store.markSent(write.id)
  const { status } = await send(write, token)
  return status === 412 && write.document !== null ? settled(write, token) : status
}

/** Sends the queued writes of one person in order; a failure holds back the later ones. */
async function sendWaiting(who: string): Promise<void> {
  const newest = await newestOf(who)
  for (const write of (await store.listWrites()).filter((one) => one.who === who)) {
    const token = write.isOfSession ? write.token : newest
    if (!token) return
    const status = await sent(write, token).catch(() => 0)
    if (status === 0 || isRetryable(status)) return
    if (isLaunchExpired(status) && !write.isOfSession) return
    // Invalid, overtaken by another writer or of an ended session: a retry would get the same answer.
    if (status >= 400) console.warn(`The record store answered ${status} to what had waited`, write.method, write.url)
    await store.removeWrite(write.id)
  }
}

const inTurn = (who: string) => navigator.locks.request(`portal-kept ${who}`, () => sendWaiting(who))

function asTheStoreWould({ answer }: QueuedWrite, tag: string | null = null): Response {
  if (answer) return Response.json(answer)
  return new Response(null, { status: 204, headers: tag === null ? {} : { etag: `"${tag}"` } })
}

const waitingOf = async (who: string) => (await store.listWrites()).filter((one) => one.who === who)

/** Queues a write, or answers with the refusal that the record store would give after the queued writes. */
async function keptFor(who: string, write: QueuedWrite, isTried: boolean): Promise<Response> {
  const waiting = await waitingOf(who)
  const last = findLastWrite(waiting, write)
  const before = last === 'unknown' ? null : last
  const refusal = before && refuseAfter(write, before)
  if (refusal) return new Response(null, { status: refusal })
  const next = before && replaceWrite(write, before)
  const written = next ?? { ...write, own: [] }
  const tag = written.method === 'PUT' && written.document !== null ? await tagOf(written.body) : null
  await store.enqueueWrite({ ...written, tag, isTried, who, at: Date.now() }, next && before ? [before.id] : [])
  return asTheStoreWould(write, tag)
}

/** Queues writes one at a time, so that each is checked against the one before it. */
const keptInTurn = (who: string, write: QueuedWrite, isTried: boolean) =>
  navigator.locks.request(`portal-keeping ${who}`, () => keptFor(who, write, isTried))

let begun = 0
/** The newest settled write of each state, sent or queued; an older one that fails later is dropped. */
const newest = new Map<string, number>()

/** Answers from the record store, or queues the write and answers as the record store would. */
async function answerTo(request: Request): Promise<Response> {
  const input = { method: request.method, url: request.url, header: (name: string) => request.headers.get(name) }
  const text = await request.clone().text()
  const write = toQueuedWrite(
    { ...input, text },
    { newId: () => crypto.randomUUID(), now: () => new Date().toISOString() },
  )
  const who = write && (await whoOf(write.token).catch(() => undefined))
  if (!write || !who) return fetch(request)
  const order = ++begun
  const document = `${who} ${write.document}`
  const isFirst = (await waitingOf(who)).length === 0
  const answer = isFirst ? await send(write, write.token).catch(() => null) : null
  if (isUnconditional(write) && (newest.get(document) ?? 0) > order) return asTheStoreWould(write)
  const maySendLater = answer === null || isRetryable(answer.status)
  const isAnswered = !maySendLater && (write.isOfSession || !isLaunchExpired(answer.status))
  if (isUnconditional(write)) newest.set(document, order)
  if (isAnswered) return answer
  try {
    return await keptInTurn(who, write, isFirst)
  } catch {
    // Storage is full: the course gets the network error.
    return answer ?? Response.error()
  }
}

/** Answers a read with the queued document, as the record store would after the write. */
async function waitingAt(request: Request): Promise<Response | null> {
  const [document, launch] = [toDocumentUrl(request.url), parseLaunchToken(request.headers.get('authorization') ?? '')]
  const who = document && launch && (await whoOf(launch.token))
  const last = who ? findLastWrite(await waitingOf(who), { ...launch, document }) : null
  if (!last || last === 'unknown') return null
  if (last.method === 'DELETE') return new Response(null, { status: 404 })
  const headers = {
    'content-type': last.contentType,
    etag: `"${last.tag}"`,
    'last-modified': new Date(last.at).toUTCString(),
  }
  return new Response(last.body, { headers: { ...headers, 'x-experience-api-version': last.version } })
}

/** Repeats a read that got no answer: a course that does not find its place would start over. */
async function readAgain(request: Request): Promise<Response> {
  const waiting = await waitingAt(request).catch(() => null)
  if (waiting) return waiting
  for (const pause of pausesMs) {
    const answer = await fetch(request).catch(() => null)
    if (answer && !isRetryable(answer.status)) return answer
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return fetch(request)
}

/** Answers the token request of a cmi5 unit and remembers the person that was sent with its key. */
async function fetchedToken(request: Request, key: string): Promise<Response> {
  const [answer, who] = await Promise.all([fetch(request), whoOf(key).catch(() => undefined)])
  const reply: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  const credentials = typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'auth-token') : null
  const token = typeof credentials === 'string' ? parseSessionToken(credentials) : null
  if (token && who) await store.saveOpening({ token, who, isKey: false, at: Date.now() }).catch(() => undefined)
  return answer
}

worker.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const key = parseFetchKey(url)
  if (key !== null && method === 'POST') event.respondWith(fetchedToken(event.request, key))
  else if (isRead(method, url)) event.respondWith(readAgain(event.request))
  else if (canBeQueued(method, url)) event.respondWith(answerTo(event.request))
})

/** Removes expired tokens and writes that have waited too long; a session's token expires in a day. */
async function prune(): Promise<void> {
  for (const { id, at, isOfSession } of await store.listWrites())
    if (at < Date.now() - (isOfSession ? lifeMs : waitsMs)) await store.removeWrite(id)
  const old = (await store.listOpenings()).filter(({ at }) => at < Date.now() - lifeMs)
  await store.removeOpenings(old.map(({ token }) => token))
}

/** A page of the portal reports the open course, and gets the number of queued writes after an attempt to send them. */
worker.addEventListener('message', (event) => {
  const { token, key, who } = event.data
  const opened = token ?? key
  const tried = async () => {
    await prune()
    if (opened !== undefined)
      await store.saveOpening({ token: opened, who, isKey: token === undefined, at: Date.now() })
    await inTurn(who)
    const remainingWrites = (await store.listWrites()).filter((one) => one.who === who)
    event.ports[0]?.postMessage({ count: remainingWrites.length, since: remainingWrites[0]?.at ?? null })
  }
  event.waitUntil(tried())
})
