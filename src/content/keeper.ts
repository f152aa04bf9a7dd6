import { sessionTokenIn } from '#api/xapi/cmi5/rules.ts'
import {
  fetchKeyIn,
  isOutOfDate,
  isRead,
  isWorthRepeating,
  type Letter,
  letterOf,
  mayBeKept,
} from './keeping/letter.ts'
import { drop, forgetOpenings, keep, letters, noteOpening, openings } from './keeping/store.ts'

interface Alive extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Asking extends Alive {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface Told extends Alive {
  /** Of a unit of cmi5 the key that it fetches its token by; neither: what waits is to be sent, and nothing is opened. */
  data: { who: string; token?: string; key?: string }
  ports: readonly MessagePort[]
}
interface Scope {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: Alive) => void): void
    (type: 'fetch', listener: (event: Asking) => void): void
    (type: 'message', listener: (event: Told) => void): void
  }
}
// A service worker's own global; the browser's types know only a window's.
const worker = self as unknown as Scope

const patienceMs = 15_000

/** A token is good for eight hours (decision 020); a day later it is of no use to anybody. */
const lifeMs = 24 * 3_600_000

/** Between a read that met no answer and the next attempt. */
const pausesMs = [200, 800, 2_000]

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

const send = ({ method, url, contentType, version, body }: Letter, token: string) =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': contentType, 'x-experience-api-version': version },
    ...(method === 'DELETE' ? {} : { body }),
    signal: AbortSignal.timeout(patienceMs),
  })

const whoOf = async (token: string) => (await openings()).find((one) => one.token === token)?.who

const newestOf = async (who: string) =>
  (await openings()).filter((one) => one.who === who && !one.isKey).sort((a, b) => b.at - a.at)[0]?.token

/** Sends what waits of one person, in its order; what cannot be sent holds back what came after it. */
async function sendWaiting(who: string): Promise<void> {
  const newest = await newestOf(who)
  for (const letter of (await letters()).filter((one) => one.who === who)) {
    const token = letter.isOfSession ? letter.token : newest
    if (!token) return
    const status = await send(letter, token).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 0 || isWorthRepeating(status)) return
    if (isOutOfDate(status) && !letter.isOfSession) return
    // Taken, taken before, refused for what it is, or of a session that is over: the record store would say the same another time.
    await drop(letter.id)
  }
}

const inTurn = (who: string) => navigator.locks.request(`portal-kept ${who}`, () => sendWaiting(who))

const asTheStoreWould = ({ answer }: Letter) => (answer ? Response.json(answer) : new Response(null, { status: 204 }))

let begun = 0
/** The newest write of each state that has come to an end, sent or kept: an older one that fails after it is of no use. */
const newest = new Map<string, number>()

/** The record store's answer, or, when there is none to be had, its words and the letter kept. */
async function answerTo(request: Request): Promise<Response> {
  const asked = { method: request.method, url: request.url, header: (name: string) => request.headers.get(name) }
  const text = await request.clone().text()
  const letter = letterOf({ ...asked, text }, { newId: () => crypto.randomUUID(), now: () => new Date().toISOString() })
  const who = letter && (await whoOf(letter.token).catch(() => undefined))
  if (!letter || !who) return fetch(request)
  const order = ++begun
  const state = `${who} ${letter.key}`
  const isFirst = !(await letters()).some((one) => one.who === who)
  const answer = isFirst ? await send(letter, letter.token).catch(() => null) : null
  if ((newest.get(state) ?? 0) > order) return asTheStoreWould(letter)
  const maySendLater = answer === null || isWorthRepeating(answer.status)
  const isAnswered = !maySendLater && (letter.isOfSession || !isOutOfDate(answer.status))
  if (letter.key !== null) newest.set(state, order)
  if (isAnswered) return answer
  try {
    await keep({ ...letter, who, at: Date.now() })
  } catch {
    // There is no room: the course hears how it is.
    return answer ?? Response.error()
  }
  return asTheStoreWould(letter)
}

/** What is read changes nothing by being read again, and a course that is told nothing of its place begins from the start. */
async function readAgain(request: Request): Promise<Response> {
  for (const pause of pausesMs) {
    const answer = await fetch(request).catch(() => null)
    if (answer && !isWorthRepeating(answer.status)) return answer
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return fetch(request)
}

/** A unit of cmi5 fetches its token itself: whose it is was told together with the key. */
async function fetchedToken(request: Request, key: string): Promise<Response> {
  const [answer, who] = await Promise.all([fetch(request), whoOf(key).catch(() => undefined)])
  const told: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  const credentials = typeof told === 'object' && told !== null ? Reflect.get(told, 'auth-token') : null
  const token = typeof credentials === 'string' ? sessionTokenIn(credentials) : null
  if (token && who) await noteOpening({ token, who, isKey: false, at: Date.now() }).catch(() => undefined)
  return answer
}

worker.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const key = fetchKeyIn(url)
  if (key !== null && method === 'POST') event.respondWith(fetchedToken(event.request, key))
  else if (isRead(method, url)) event.respondWith(readAgain(event.request))
  else if (mayBeKept(method, url)) event.respondWith(answerTo(event.request))
})

/** Tokens that are good for nothing any more. */
async function prune(): Promise<void> {
  const old = (await openings()).filter(({ at }) => at < Date.now() - lifeMs)
  await forgetOpenings(old.map(({ token }) => token))
}

/** A page of the portal's tells whose course is open; it is told what waits once that has been tried. */
worker.addEventListener('message', (event) => {
  const { token, key, who } = event.data
  const opened = token ?? key
  const tried = async () => {
    await prune()
    if (opened !== undefined) await noteOpening({ token: opened, who, isKey: token === undefined, at: Date.now() })
    await inTurn(who)
    const left = (await letters()).filter((one) => one.who === who)
    event.ports[0]?.postMessage({ count: left.length, since: left[0]?.at ?? null })
  }
  event.waitUntil(tried())
})
