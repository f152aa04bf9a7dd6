import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { users } from '#api/people/users/table.ts'
import { category } from '../catalogue.ts'
import { signedIn } from '../portal.ts'
import { resetRuntime } from '../reset-runtime.ts'

const portal = async () => ({ ...(await import('../portal.ts')), ...(await import('#platform/cache.ts')) })
const address = 'http://portal.test/left-behind'
const names = Object.keys(env)

const member = await signedIn()
const categories = async () => (await member.fetch('GET', '/EducationCategory')).text()

test('a response is cached', async () => {
  await category('Banracing')
  expect(await categories()).toContain('Banracing')
  await category('Rallycross')
  expect(await categories()).not.toContain('Rallycross')
})

test('which the next test does not find', async () => {
  expect(await categories()).toContain('Rallycross')
})

test('no state of one test file remains for the next', async () => {
  const before = await portal()
  const person = await before.signedIn()
  expect((await person.fetch('GET', '/Notices')).status).toBe(200)
  await env.FILES.put('left-behind', 'by a test')
  await before.dataCentreCache().put(address, new Response('by a test', { headers: { 'cache-control': 'max-age=60' } }))
  const { JOBS } = env
  Object.assign(env, { JOBS: null, LEFT_BEHIND: 'by a test' })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', () => Promise.reject(new Error('left behind by a test')))
  vi.setSystemTime(0)
  // Simulates the eviction of idle durable objects.
  await abortAllDurableObjects()

  await resetRuntime()

  const after = await portal()
  expect(await after.database().query.select().from(users)).toEqual([])
  expect((await after.call(person.token)('GET', '/Notices')).status).toBe(401)
  expect(await env.FILES.head('left-behind')).toBeNull()
  expect(await after.dataCentreCache().match(address)).toBeUndefined()
  expect([Object.keys(env), env.JOBS]).toEqual([names, JOBS])
  expect(globalThis.fetch).toBe(fetch)
  expect(Date.now()).toBeGreaterThan(Date.parse('2026-01-01'))
  expect(after.dataCentreCache, 'modules are evaluated again, with all that they hold').not.toBe(before.dataCentreCache)
})
