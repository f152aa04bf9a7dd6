import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { removeOldAnswers } from '#api/foundation/idempotency/storage.ts'
import { idempotencyAnswers } from '#api/foundation/idempotency/table.ts'
import { openDatabase } from '#platform/database.ts'
import { database, signedIn } from '../portal.ts'
import { inHours } from '../time.ts'
import { sendRequest, upstream } from './test-app.ts'

beforeEach(() => {
  Object.assign(upstream, { requestCount: 0, pause: 0 })
})

const post = (token: string, key: string, text = 'a thing', path = '/Things') =>
  sendRequest(path, { method: 'POST', token, body: { text }, headers: { 'idempotency-key': key } })

const writesOf = (userId: number) => database().query.$count(auditEntries, eq(auditEntries.userId, userId))

test('a repeated key returns the first response and writes nothing', async () => {
  const { id, token } = await signedIn()
  const [first, second] = [await post(token, 'k1'), await post(token, 'k1')]
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect([second.status, await second.json()]).toEqual([first.status, await first.json()])
  expect(await writesOf(id)).toBe(1)
})

test('of two concurrent requests one runs, and both get its response', async () => {
  upstream.pause = 150
  const { id, token } = await signedIn()
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(token, 'k2')))
  const numbers = await Promise.all(answers.map((answer) => answer.json()))
  expect(new Set(numbers.map((number) => JSON.stringify(number))).size).toBe(1)
  expect(upstream.requestCount).toBe(1)
  expect(await writesOf(id)).toBe(1)
})

test('the same key for something else is refused', async () => {
  const { id, token } = await signedIn()
  await post(token, 'k3', 'one')
  const other = await post(token, 'k3', 'two')
  expect([other.status, await other.json()]).toMatchObject([422, { code: 'idempotency_key_reused' }])
  expect(await writesOf(id)).toBe(1)
})

test('a key belongs to one person', async () => {
  const [anna, bo] = [await signedIn(), await signedIn()]
  await post(anna.token, 'k4')
  const answer = await post(bo.token, 'k4')
  expect(answer.headers.get('idempotency-replayed')).toBeNull()
  expect(await writesOf(bo.id)).toBe(1)
})

test('a write that was refused may be tried again with its key', async () => {
  const { id, token } = await signedIn()
  expect((await post(token, 'k5', 'refused')).status).toBe(409)
  expect((await post(token, 'k5')).status).toBe(200)
  expect(await writesOf(id)).toBe(1)
})

test('a write whose answer was lost after the commit is never repeated: the retry learns that it was made', async () => {
  const { id, token } = await signedIn()
  expect((await post(token, 'k6', 'late')).status).toBe(500)
  const again = await post(token, 'k6', 'late')
  expect([again.status, await again.json()]).toMatchObject([409, { code: 'already_done' }])
  // The first request never announced its invalidations.
  expect(again.headers.get('changes')).toBe('media')
  expect(again.headers.get('cache-control')).toBe('no-store')
  expect(await writesOf(id)).toBe(1)
})

test('the same holds after a crash between the write and its response, while the key is stored', async () => {
  const { id, token } = await signedIn()
  await post(token, 'k10')
  const isIt = eq(idempotencyAnswers.userId, id)
  const hourAgo = inHours(-1)
  await database()
    .query.update(idempotencyAnswers)
    .set({ claimedAt: hourAgo, committedAt: hourAgo, answer: null })
    .where(isIt)
  for (let time = 0; time < 2; time++) {
    const again = await post(token, 'k10')
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'already_done' }])
  }
  expect((await post(token, 'k11')).status).toBe(200)
  expect(await writesOf(id)).toBe(2)
})

test('a write in progress is reported as such, without invalidating anything', async () => {
  const { id, token } = await signedIn()
  await post(token, 'k12')
  const isIt = eq(idempotencyAnswers.userId, id)
  await database().query.update(idempotencyAnswers).set({ committedAt: null, answer: null }).where(isIt)
  const again = await post(token, 'k12')
  expect([again.status, await again.json()]).toMatchObject([409, { code: 'write_under_way' }])
  expect(again.headers.get('changes')).toBeNull()
})

test('a write that outlasts its claim is made once', async () => {
  upstream.pause = 16_000
  const { id, token } = await signedIn()
  const first = post(token, 'k13')
  await scheduler.wait(13_500)
  upstream.pause = 0
  const again = await post(token, 'k13')
  expect([again.status, (await first).status]).toEqual([200, 200])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect([upstream.requestCount, await writesOf(id)]).toEqual([1, 1])
})

test('a request whose key was taken over writes nothing', async () => {
  upstream.pause = 400
  const { id, token } = await signedIn()
  const late = post(token, 'k14')
  await scheduler.wait(150)
  const isIt = eq(idempotencyAnswers.userId, id)
  await database()
    .query.update(idempotencyAnswers)
    .set({ claimedAt: new Date(0) })
    .where(isIt)
  upstream.pause = 0
  expect((await post(token, 'k14')).status).toBe(200)
  expect([(await late).status, await writesOf(id)]).toEqual([409, 1])
})

test('a request that died before its commit blocks the key for some seconds only', async () => {
  const { id, token } = await signedIn()
  await post(token, 'k7')
  const longAgo = new Date(Date.now() - 13_000)
  await database().query.update(idempotencyAnswers).set({ claimedAt: longAgo, committedAt: null, answer: null })
  expect((await post(token, 'k7')).status).toBe(200)
  expect(await writesOf(id)).toBe(2)
})

test('a call that is not declared repeatable ignores a key', async () => {
  const { id, token } = await signedIn()
  await post(token, 'k8', 'x', '/Things/plain')
  await post(token, 'k8', 'x', '/Things/plain')
  expect(await writesOf(id)).toBe(2)
})

test('responses are removed after a day', async () => {
  const { token } = await signedIn()
  await post(token, 'k9')
  await removeOldAnswers(openDatabase(env.DB, null), new Date(Date.now() + 86_300_000))
  expect((await post(token, 'k9')).headers.get('idempotency-replayed')).toBe('true')
  await removeOldAnswers(openDatabase(env.DB, null), new Date(Date.now() + 86_500_000))
  expect((await post(token, 'k9')).headers.get('idempotency-replayed')).toBeNull()
})
