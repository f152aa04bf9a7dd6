import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { registerRows, registerRuns } from '#api/people/register/table.ts'
import { users } from '#api/people/users/table.ts'
import { insertFederation } from '../../federation.ts'
import { signedIn } from '../../portal.ts'
import { deliverJob, drainJobs, runDailyJob } from '../../queue.ts'
import {
  connectRegister,
  findPerson,
  latestRun,
  noticesOf,
  query,
  readRegister,
  row,
  serveRegister,
} from './fixtures.ts'

await insertFederation()
connectRegister()

async function startJob(): Promise<string> {
  const id = crypto.randomUUID()
  const now = new Date()
  await query.insert(jobs).values({ id, kind: 'register.sync', payload: {}, runAt: now, createdAt: now })
  return id
}

const jobOf = async (id: string) => (await query.select().from(jobs).where(eq(jobs.id, id)))[0]

const many = (from: number, count: number, prefix = 'L') =>
  Array.from({ length: count }, (_, at) => row(`${prefix}${from + at}`))

test('without a register nothing is requested', async () => {
  Object.assign(env, { SPORTS_PEOPLE_URL: undefined })
  const fetchStub = vi.fn()
  vi.stubGlobal('fetch', fetchStub)
  await runDailyJob('register.sync')
  expect([fetchStub.mock.calls, await query.select().from(registerRuns)]).toEqual([[], []])
})

test('the first read asks for all pages; the next one for what has changed since the day before it', async () => {
  const first = serveRegister([row('K1')], [row('K2')], [row('K3')])
  await runDailyJob('register.sync')
  expect(first).toEqual(['?federation=7', '?federation=7&page=2', '?federation=7&page=3'])
  const { startedAt } = await latestRun()
  const second = serveRegister([])
  await runDailyJob('register.sync')
  const since = new Date(startedAt.getTime() - 86_400_000).toISOString()
  expect(second).toEqual([`?federation=7&since=${encodeURIComponent(since)}`])
  expect(await latestRun()).toMatchObject({ isFull: false, state: 2, readCount: 0 })
})

test('a week after the last full read everything is read again', async () => {
  await readRegister([row('W1')])
  const weekAgo = new Date(Date.now() - 8 * 86_400_000)
  await query.update(registerRuns).set({ startedAt: weekAgo })
  const queries = serveRegister([row('W1')])
  await runDailyJob('register.sync')
  expect([queries, (await latestRun()).isFull]).toEqual([['?federation=7'], true])
})

test('a full answer that lacks too many of the known people changes nothing, and superadministrators are told', async () => {
  const chief = await signedIn({ roles: { SuperAdministrator: {} } })
  const people = many(0, 20, 'V')
  await readRegister(people)
  await query.update(registerRuns).set({ startedAt: new Date(Date.now() - 8 * 86_400_000) })
  const run = await readRegister([...people.slice(0, 17).map((one) => ({ ...one, firstName: 'Fel' })), row('V99')])
  expect(run).toMatchObject({ state: 3, reason: 'tooManyMissing', newCount: 0, changedCount: 0 })
  expect(await findPerson('V99')).toBeNull()
  expect(await query.select().from(users).where(eq(users.firstName, 'Fel'))).toEqual([])
  expect(await noticesOf(chief.id)).toEqual(['registerRefused'])
  expect(await query.select().from(registerRows)).toEqual([])
  // The operator knows better: a larger share may be missing.
  Object.assign(env, { SPORTS_PEOPLE_MAX_MISSING_PERCENT: '20' })
  expect(await readRegister([...people.slice(0, 17), row('V99')])).toMatchObject({ state: 2, newCount: 1 })
  expect((await findPerson('V19'))?.inactiveAt).toBeNull()
})

test('an answer that closes too many of the known people changes nothing', async () => {
  const people = many(0, 12, 'U')
  await readRegister(people)
  const run = await readRegister(people.map((one) => ({ ...one, deleted: true })))
  expect(run).toMatchObject({ state: 3, reason: 'tooManyClosed' })
  expect((await findPerson('U0'))?.inactiveAt).toBeNull()
})

test('a register that fails leaves the portal as it is, and the job shows why without any address or person', async () => {
  vi.stubGlobal('fetch', async () => new Response('oops', { status: 503 }))
  const id = await startJob()
  await deliverJob(id)
  expect(await jobOf(id)).toMatchObject({ state: 0, error: expect.stringContaining('answered 503') })
  vi.stubGlobal('fetch', async () => Response.json({ people: [row('J1')], next: 'https://elsewhere.test/people' }))
  await query.update(jobs).set({ runAt: new Date() }).where(eq(jobs.id, id))
  await deliverJob(id)
  expect(await jobOf(id)).toMatchObject({ state: 0, error: expect.stringContaining('another origin') })
  vi.stubGlobal(
    'fetch',
    async () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } }),
  )
  await query.update(jobs).set({ runAt: new Date() }).where(eq(jobs.id, id))
  await deliverJob(id)
  expect(await jobOf(id)).toMatchObject({ state: 0, error: expect.stringContaining('redirects are not followed') })
  expect(await findPerson('J1')).toBeNull()
  // The job goes on where it was once the register answers.
  serveRegister([row('J1')])
  await query.update(jobs).set({ runAt: new Date() }).where(eq(jobs.id, id))
  await drainJobs()
  expect([(await jobOf(id))?.state, (await findPerson('J1'))?.lastName]).toEqual([3, 'Berg J1'])
})

test('a read that was killed at any step goes on and applies each person once', async () => {
  const people = many(0, 1600)
  serveRegister(people.slice(0, 900), people.slice(900))
  const id = await startJob()
  // Each step is the last of its worker, which has not stored where the job goes on.
  for (let step = 0; step < 40 && (await jobOf(id))?.state !== 3; step++) {
    await query.update(jobs).set({ lockedUntil: null, state: 1, runAt: new Date(), payload: {} }).where(eq(jobs.id, id))
    await deliverJob(id)
  }
  expect(await latestRun()).toMatchObject({ state: 2, readCount: 1600, newCount: 1600, refusedCount: 0 })
  expect(
    (await query.select().from(users)).filter(({ externalPersonId }) => externalPersonId?.startsWith('L')),
  ).toHaveLength(1600)
}, 60_000)

test('a second job waits for the read that goes on, and takes over from one that has failed', async () => {
  serveRegister([row('I1')])
  const id = await startJob()
  await query
    .insert(registerRuns)
    .values({ jobId: 'gone', state: 0, isFull: true, startedAt: new Date(), changedAt: new Date() })
  const now = new Date()
  await query.insert(jobs).values({
    id: 'gone',
    kind: 'register.sync',
    payload: {},
    state: 2,
    runAt: now,
    createdAt: now,
    lockedUntil: new Date(Date.now() + 60_000),
  })
  await deliverJob(id)
  expect([(await jobOf(id))?.state, await findPerson('I1')]).toEqual([3, null])
  await query.update(jobs).set({ state: 4 }).where(eq(jobs.id, 'gone'))
  await runDailyJob('register.sync')
  expect(await query.select().from(registerRuns)).toMatchObject([
    { state: 4, reason: 'interrupted' },
    { state: 2, newCount: 1 },
  ])
})
