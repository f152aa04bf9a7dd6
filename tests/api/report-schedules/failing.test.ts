import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { features } from '#api/features.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { reportDeliveries, reportReceivers, reportSchedules } from '#api/office/report-schedules/table.ts'
import { configurePortal } from '../../configuration.ts'
import {
  colleague,
  deliveriesOf,
  everyMonday,
  listSchedules,
  mailsTo,
  makeDue,
  query,
  runClock,
  saveView,
} from './fixtures.ts'

await configurePortal({ features: [...features] })

const owner = await colleague({ roles: { SuperAdministrator: {} }, firstName: 'Siv', lastName: 'Ek' })
const viewId = await saveView(owner, 'Alla', { isShared: true })
const narrow = await colleague({ roles: { Administrator: { Organization: [20] } } })

const outcomesOf = async (id: string) => (await deliveriesOf(id)).map(({ outcome }) => outcome)

/** Inserts a schedule of a person with receivers whom the API would refuse now. */
async function insertSchedule(id: string, userId: number, receiverIds: readonly number[]): Promise<void> {
  await query.insert(reportSchedules).values({
    id,
    userId,
    report: 'view',
    savedViewId: viewId,
    rhythm: everyMonday.rhythm,
    day: everyMonday.day,
    hour: everyMonday.hour,
    nextDueAt: new Date(Date.now() - 3_600_000),
    createdAt: new Date(),
  })
  for (const receiverId of receiverIds)
    await query.insert(reportReceivers).values({ scheduleId: id, userId: receiverId })
}

test('a search text of a hundred letters finds nothing, and is no error', async () => {
  const searchString = 'å'.repeat(100)
  expect((await owner.fetch('POST', '/submissionAdmin', { searchString })).status, 'submissions').toBe(200)
  const licenses = { searchString, licenseIds: [], organizationIds: [], validOn: null, page: 1, pageSize: 25 }
  expect((await owner.fetch('POST', '/Licenses/Search', licenses)).status).toBe(200)
})

test('a schedule that fails is stored as failed and moves on, and the next one is sent', async () => {
  await insertSchedule('poisoned', owner.id, [owner.id])
  await insertSchedule('healthy', owner.id, [owner.id])
  await makeDue('poisoned', new Date(Date.now() - 7_200_000))
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await query.run(sql`create trigger poison before insert on report_deliveries
    when new.schedule_id = 'poisoned' and new.outcome = 'sent' begin select raise(abort, 'poisoned'); end`)
  await runClock()
  await query.run(sql`drop trigger poison`)
  const errors = written.mock.calls.map(([line]) => String(line))
  written.mockRestore()
  expect(await outcomesOf('poisoned')).toEqual(['failed'])
  expect(await outcomesOf('healthy')).toEqual(['sent'])
  expect(await mailsTo(owner)).toHaveLength(1)
  const stored = (await listSchedules(owner)).find(({ id }) => id === 'poisoned')
  expect(new Date(stored?.nextDue ?? 0).getTime()).toBeGreaterThan(Date.now())
  const [job] = await query.select().from(jobs).where(eq(jobs.kind, 'reportSchedules.send')).orderBy(jobs.createdAt)
  expect(job).toMatchObject({ state: jobStates.succeeded, attempts: 1, error: null, result: { failed: 1 } })
  expect(errors.filter((line) => line.includes('reportSchedules.failed'))).toHaveLength(1)
})

test('the number in a wider scope than the owner’s is shown to its receiver and to superadministrators only', async () => {
  await insertSchedule('wide', narrow.id, [narrow.id, owner.id])
  const delivered = { scheduleId: 'wide', period: '2026-01-05', outcome: 'sent', deliveredAt: new Date() } as const
  await query.insert(reportDeliveries).values([
    { ...delivered, userId: narrow.id, rowCount: 3 },
    { ...delivered, userId: owner.id, rowCount: 99 },
  ])
  const shown = async (person: typeof owner) => {
    const found = (await listSchedules(person)).find(({ id }) => id === 'wide')
    return new Map(found?.receivers.map(({ userId, outcome, rows }) => [userId, [outcome, rows]]))
  }
  expect((await shown(narrow)).get(narrow.id)).toEqual(['sent', 3])
  expect((await shown(narrow)).get(owner.id)).toEqual(['sent', null])
  expect((await shown(owner)).get(owner.id)).toEqual(['sent', 99])
})

test('a receiver whom the owner does not look after any more gets nothing, and is not shown to the owner', async () => {
  await insertSchedule('moved', narrow.id, [narrow.id, owner.id])
  await runClock()
  expect((await deliveriesOf('moved')).map(({ userId, outcome }) => [userId, outcome]).sort()).toEqual(
    [
      [narrow.id, 'sent'],
      [owner.id, 'left'],
    ].sort(),
  )
  const found = (await listSchedules(narrow)).find(({ id }) => id === 'moved')
  expect(found?.receivers.map(({ userId }) => userId)).toEqual([narrow.id])
})
