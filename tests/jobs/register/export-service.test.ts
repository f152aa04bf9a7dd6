import { env } from 'cloudflare:workers'
import { eq, ne } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { deleteReports } from '#api/people/register/export-service.ts'
import { registerRuns } from '#api/people/register/table.ts'
import { users } from '#api/people/users/table.ts'
import { exportServiceVariables, reported, serveExportService } from '../../export-service.ts'
import { insertFederation } from '../../federation.ts'
import { deliverJob } from '../../queue.ts'
import { connectRegister, findPerson, getPerson, latestRun, query, refusedRows } from './fixtures.ts'

await insertFederation()
connectRegister()

beforeEach(async () => {
  Object.assign(env, exportServiceVariables())
  await query.update(organizations).set({ externalId: '20' }).where(eq(organizations.id, 20))
})
afterEach(() =>
  Object.assign(env, {
    SPORTS_EXPORT_ORIGIN: undefined,
    SPORTS_EXPORT_AUTHORIZATION: undefined,
    SPORTS_EXPORT_SPORTS: undefined,
  }),
)

/** Runs the job to its end, as if each wait for the report were over. */
async function runToEnd(steps = 40) {
  const id = crypto.randomUUID()
  const now = new Date()
  await query.insert(jobs).values({ id, kind: 'register.sync', payload: {}, runAt: now, createdAt: now })
  let job = null
  for (let step = 0; step < steps && (job?.state ?? 0) < 3; step++) {
    await query
      .update(jobs)
      .set({ runAt: new Date(0), state: 1 })
      .where(eq(jobs.id, id))
    await deliverJob(id)
    job = (await query.select().from(jobs).where(eq(jobs.id, id)))[0]
  }
  return job
}

test('all files of reports are deleted, also when they are more than a listing returns', async () => {
  const count = 1010
  for (let from = 0; from < count; from += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, count - from) }, (_, at) => env.FILES.put(`register/${from + at}.json`, '[]')),
    )
  await env.FILES.put('registers/other.json', '[]')
  await deleteReports(env.FILES)
  expect((await env.FILES.list({ prefix: 'register/' })).objects).toEqual([])
  expect(await env.FILES.head('registers/other.json')).not.toBeNull()
})

test('a report is ordered, waited for, stored and read to its end', async () => {
  const orders = serveExportService(
    JSON.stringify([
      reported(1, { PersonalNumber: '198504121230' }),
      reported(2, { FirstName: '', AlternativeFirstName: 'Bo' }),
      reported(3, { IsDead: true }),
      reported(4, { ProtectedPersonalData: true }),
      reported(5, { PersonalNumber: '19850412' }),
      reported(6, { Contacts: null, Memberships: null }),
      reported(7, { LastName: null }),
      { PersonId: 'x' },
    ]),
    { pending: 2 },
  )
  expect((await runToEnd())?.state).toBe(3)
  expect(orders).toEqual([
    { SportIds: [63, 64], IncludeTrialPersons: false, IncludeFullPersonalNumber: true, ReturnRoles: false },
  ])
  expect(await latestRun()).toMatchObject({ state: 2, readCount: 8, newCount: 5, refusedCount: 2 })
  expect(await getPerson('1')).toMatchObject({
    lastName: 'Berg 1',
    email: 'anna1@example.se',
    phone: '070-123 45 67',
    birthOn: '1985-04-12',
  })
  expect([(await getPerson('2')).firstName, (await getPerson('6')).email]).toEqual(['Bo', null])
  expect([await findPerson('3'), await findPerson('4')]).toEqual([null, null])
  expect(await refusedRows()).toEqual([
    ['7', 'nameMissing'],
    ['row 8', 'idInvalid'],
  ])
  expect(await env.FILES.list({ prefix: 'register/' })).toMatchObject({ objects: [] })
})

test('a report that is longer than one piece is read piece by piece, without a row lost at the seams', async () => {
  await query.delete(jobs)
  const people = Array.from({ length: 2500 }, (_, at) =>
    reported(1000 + at, { LastName: `Öberg "${at}" } ] \\`, Note: 'å'.repeat(500) }),
  )
  serveExportService(`\uFEFF [ ${people.map((one) => JSON.stringify(one)).join(' ,\n ')} ]`)
  expect((await runToEnd(80))?.state).toBe(3)
  expect(await latestRun()).toMatchObject({ state: 2, readCount: 2500, newCount: 2500 })
  expect((await getPerson('3499')).lastName).toBe('Öberg "2499" } ] \\')
}, 60_000)

test('the next order asks for changes since the day before the last read', async () => {
  serveExportService(JSON.stringify([reported(1)]))
  await runToEnd()
  const { startedAt } = await latestRun()
  const orders = serveExportService('[]')
  await runToEnd()
  expect(orders).toMatchObject([{ Since: new Date(startedAt.getTime() - 86_400_000).toISOString() }])
})

test('a report that is cut short, refused or no list changes nothing', async () => {
  const before = await query.select().from(users).where(ne(users.id, 0))
  const whole = JSON.stringify([reported(91), reported(92)])
  for (const [report, why] of [
    [whole.slice(0, -40), 'not complete'],
    ['{"Message": "fel"}', 'not complete'],
    ['"fel"', 'no list of people'],
  ] as const) {
    await query.delete(jobs)
    serveExportService(report)
    const job = await runToEnd(4)
    expect(job?.error).toContain(why)
  }
  Object.assign(env, { SPORTS_EXPORT_AUTHORIZATION: 'Basic wrong' })
  await query.delete(jobs)
  expect((await runToEnd(2))?.error).toContain('answered 401')
  Object.assign(env, { SPORTS_EXPORT_AUTHORIZATION: undefined })
  expect((await runToEnd(2))?.error).toContain('SPORTS_EXPORT_AUTHORIZATION')
  Object.assign(env, { SPORTS_EXPORT_AUTHORIZATION: 'x', SPORTS_EXPORT_SPORTS: 'motor' })
  expect((await runToEnd(2))?.error).toContain('SPORTS_EXPORT_SPORTS')
  expect(await query.select().from(users).where(ne(users.id, 0))).toEqual(before)
})

test('a report that is not made in two hours is refused', async () => {
  serveExportService('[]', { pending: 1000 })
  await query.delete(jobs)
  await runToEnd(3)
  const run = await latestRun()
  await query
    .update(registerRuns)
    .set({ waitedFrom: new Date(Date.now() - 3 * 3_600_000) })
    .where(eq(registerRuns.id, run.id))
  const [job] = await query.select().from(jobs)
  await query.update(jobs).set({ runAt: new Date(0), state: 1 })
  await deliverJob(job?.id ?? '')
  expect(await latestRun()).toMatchObject({ state: 3, reason: 'tookTooLong' })
})
