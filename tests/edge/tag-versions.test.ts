import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markPurged } from '#api/foundation/purges/storage.ts'
import { clearMemory } from '#edge/cache/store.ts'
import { dataCentreCache } from '#platform/cache.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { sendRequest } from './test-app.ts'

let anna: Person
let bo: Person

/** Requests the members' answer and returns its cache status; the answer is shared by all members. */
const requestStatus = async ({ token }: Person) =>
  (await sendRequest('/Things/members', { token })).headers.get('cache-status')

beforeEach(async () => {
  anna = await signedIn()
  bo = await signedIn()
  await requestStatus(anna)
  await requestStatus(bo)
})
afterEach(() => vi.restoreAllMocks())

test('a cached response for a known person needs no read of the data centre’s cache', async () => {
  const looks = vi.spyOn(dataCentreCache(), 'match')
  expect(await requestStatus(anna)).toContain('hit')
  expect(looks).not.toHaveBeenCalled()
})

test('a purge in another data centre arrives with the session', async () => {
  await markPurged(database(), ['media'], Date.now())
  expect(await requestStatus(anna)).toContain('miss')
  expect(await requestStatus(bo)).toContain('hit')
})

test('a purge of another tag leaves it fresh', async () => {
  await markPurged(database(), ['events'], Date.now())
  expect(await requestStatus(anna)).toContain('hit')
})

test('other isolates find the copy by the versions in the session, and a purge applies there too', async () => {
  clearMemory()
  expect(await requestStatus(anna)).toContain('hit')
  await markPurged(database(), ['media'], Date.now())
  clearMemory()
  expect(await requestStatus(bo)).toContain('miss')
})

test('a write is visible to the next request of everybody with a session', async () => {
  const educator = await signedIn({ roles: { Educator: {} } })
  const events = ({ fetch }: Person) => bodyOf<{ content: string }[]>(fetch('GET', '/Events/latest'))
  await events(anna)
  const content = `Written at ${Date.now()}`
  expect((await educator.fetch('POST', '/Events', { content })).status).toBe(200)
  expect((await events(anna)).map((event) => event.content)).toContain(content)
})

test('a purge of no tags changes no version', async () => {
  const before = await markPurged(database(), ['events'], Date.now())
  expect(await markPurged(database(), [], Date.now())).toBe(before)
})
