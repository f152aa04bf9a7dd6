import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { singleFlight } from '#edge/cache/single-flight.ts'
import { clearMemory, findCached, storeCached } from '#edge/cache/store.ts'
import { createCacheEpoch, invalidate } from '#edge/cache/tag-versions.ts'
import { database, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { cookiesFrom, sendRequest, upstream } from './test-app.ts'

const statusOf = (response: Response) => response.headers.get('cache-status')
const textOf = async (response: Response) => (await bodyOf<{ text: string }>(response)).text

beforeEach(() => {
  Object.assign(upstream, { text: 'first', requestCount: 0, broken: false, pause: 0 })
})
afterEach(() => vi.useRealTimers())

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

test('a shared answer is cached for its seconds, with a cache status, and requested again after them', async () => {
  expect(statusOf(await sendRequest('/Things'))).toBe('edge; fwd=miss; stored')
  upstream.text = 'second'
  const cachedResponse = await sendRequest('/Things')
  expect(statusOf(cachedResponse)).toMatch(/^edge; hit; ttl=(59|60)$/)
  expect(await textOf(cachedResponse)).toBe('first')
  later(61)
  const refetched = await sendRequest('/Things')
  expect(statusOf(refetched)).toBe('edge; fwd=miss; stored')
  expect(await textOf(refetched)).toBe('second')
})

test('equal queries share one cached response however they are written; different queries do not', async () => {
  await sendRequest('/Things?page=2&sort=name')
  expect(statusOf(await sendRequest('/THINGS/?sort=name&page=2&utm_source=mail&sort='))).toContain('hit')
  expect(statusOf(await sendRequest('/Things?page=3&sort=name'))).toContain('miss')
  await sendRequest('/Things/named/Anna')
  expect(await textOf(await sendRequest('/Things/named/anna'))).toBe('anna')
})

test('an answer in the reader’s language is cached for each language, and other answers do not depend on the language', async () => {
  const english = { headers: { cookie: 'language=en' } }
  expect(await textOf(await sendRequest('/Things/greeting', english))).toBe('en')
  expect(await textOf(await sendRequest('/Things/greeting'))).toBe('sv')
  expect(statusOf(await sendRequest('/Things/greeting', english))).toContain('hit')
})

test('another isolate of the same data centre finds the copy', async () => {
  await sendRequest('/Things')
  clearMemory()
  expect(statusOf(await sendRequest('/Things'))).toContain('hit')
  expect(upstream.requestCount).toBe(1)
})

test('a write purges by its tags in the data centre at once, and nothing else', async () => {
  const writer = await signedIn()
  await sendRequest('/Things')
  await sendRequest('/Things/greeting')
  const written = await sendRequest('/Things', { method: 'PUT', token: writer.token, body: { text: 'second' } })
  expect(written.headers.get('changes')).toBe('educations events')
  const other = await sendRequest('/Things')
  expect(await textOf(other)).toBe('second')
  expect(statusOf(await sendRequest('/Things/greeting'))).toContain('hit')
})

test('a purge reaches the copies of other isolates in the data centre', async () => {
  await sendRequest('/Things')
  await invalidate({ env, db: database(), cacheEpoch: createCacheEpoch() }, ['events'])
  clearMemory()
  expect(statusOf(await sendRequest('/Things'))).toContain('miss')
})

test('an answer that was being computed while something changed is not cached as current', async () => {
  upstream.pause = 50
  const slow = sendRequest('/Things')
  await scheduler.wait(10)
  await invalidate({ env, db: database(), cacheEpoch: createCacheEpoch() }, ['events'])
  upstream.text = 'second'
  const joined = sendRequest('/Things')
  expect(await textOf(await slow)).toBe('first')
  expect(await textOf(await joined)).toBe('second')
  expect(await textOf(await sendRequest('/Things'))).toBe('second')
})

test('the writer sees their own write at once even where the purge has not arrived', async () => {
  const writer = await signedIn()
  const written = await sendRequest('/Things', { method: 'PUT', token: writer.token, body: { text: 'second' } })
  const cookie = cookiesFrom(written)
  expect(cookie).toMatch(/changed=/)
  // Simulates another data centre, with an older answer and no purge received.
  upstream.text = 'first'
  vi.setSystemTime(Date.now() - 5000)
  await sendRequest('/Things')
  vi.useRealTimers()
  upstream.text = 'second'
  expect(await textOf(await sendRequest('/Things'))).toBe('first')
  expect(await textOf(await sendRequest('/Things', { headers: { cookie } }))).toBe('second')
  expect(statusOf(await sendRequest('/Things', { headers: { cookie } }))).toContain('hit')
})

test('a forged cookie from the future does not disable the cache', async () => {
  await sendRequest('/Things')
  const cookie = `changed=events-${Date.now() + 1_000_000}`
  expect(statusOf(await sendRequest('/Things', { headers: { cookie } }))).toContain('hit')
})

test('a burst of equal misses makes one call to the upstream', async () => {
  upstream.pause = 50
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendRequest('/Things')))
  expect(upstream.requestCount).toBe(1)
  expect(answers.filter((answer) => statusOf(answer) === 'edge; fwd=miss; collapsed')).toHaveLength(49)
  for (const answer of answers) expect(await textOf(answer)).toBe('first')
})

test('a burst of different requests costs the database one round trip', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => exports.default.fetch('http://portal.test/api/PortalConfiguration/public')),
  )
  const originAnswers = answers.filter((answer) => answer.headers.get('server-timing') === 'db;desc="1 round trip"')
  expect(answers.every((answer) => answer.status === 200)).toBe(true)
  expect(originAnswers).toHaveLength(1)
})

test('a copy that is stored during a slow lookup is found', async () => {
  const copy = { text: '[]', etag: '', startedAt: Date.now(), versions: '0' }
  const looking = findCached('http://portal.test/brought-meanwhile', () => true)
  await storeCached('http://portal.test/brought-meanwhile', copy, 60, 'brought')
  expect(await looking).toBe(copy)
})

test('followers continue by themselves when their leader dies', async () => {
  const demand = { seconds: 60, versions: '0', after: 0 }
  const copy = { text: 'alive', etag: '', startedAt: 0, versions: '0' }
  void singleFlight(
    'dead',
    demand,
    () => new Promise(() => {}),
    () => {},
  )
  const followers = Array.from({ length: 3 }, () =>
    singleFlight(
      'dead',
      demand,
      async () => copy,
      () => {},
    ),
  )
  for (const answer of await Promise.all(followers)) expect(answer.response.text).toBe('alive')
})

test('a leader finishes for its followers although its own reader has disconnected', async () => {
  const work: Promise<unknown>[] = []
  const demand = { seconds: 60, versions: '0', after: 0 }
  const copy = { text: 'done', etag: '', startedAt: 0, versions: '0' }
  await singleFlight(
    'hung-up',
    demand,
    async () => copy,
    (promise) => work.push(promise),
  )
  expect(await work[0]).toEqual(copy)
})

test('when the upstream fails a stale response is served and marked, for a limited time', async () => {
  await sendRequest('/Things')
  upstream.broken = true
  later(120)
  const stale = await sendRequest('/Things')
  expect(stale.status).toBe(200)
  expect(statusOf(stale)).toBe('edge; hit; ttl=-60; detail=stale')
  expect(await textOf(stale)).toBe('first')
  later(3700)
  expect((await sendRequest('/Things')).status).toBe(500)
})

test('a shared answer can be validated by its reader and lists its tags', async () => {
  const first = await sendRequest('/Things')
  expect(first.headers.get('cache-control')).toBe('public, no-cache')
  expect(first.headers.get('cache-tag')).toBe('events')
  const etag = first.headers.get('etag') ?? ''
  expect((await sendRequest('/Things', { headers: { 'if-none-match': etag } })).status).toBe(304)
})
