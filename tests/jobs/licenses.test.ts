import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { features } from '#api/features.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { licenseReminders } from '#api/participation/licenses/table.ts'
import { listAuditEntries } from '../audit.ts'
import { education, educationResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense, dayFromNow, insertCycle, listCycles } from '../licenses.ts'
import { database, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inDays } from '../time.ts'
import worker from '../worker.ts'

const { query } = database()
await configurePortal({ features: [...features] })
const office = await signedIn({ roles: { SuperAdministrator: {} } })

beforeEach(() => configurePortal({ features: [...features] }))

async function nextDay(): Promise<void> {
  await query.delete(jobs).where(eq(jobs.kind, 'licenses.daily'))
  const execution = createExecutionContext()
  await worker.scheduled(createScheduledController({ cron: '* * * * *' }), env, execution)
  await waitOnExecutionContext(execution)
  for (let run = 0; run < 6; run += 1) await drainJobs()
}

const windows = (end: number) => ({
  validToOn: dayFromNow(end),
  graceToOn: dayFromNow(end),
  lateToOn: dayFromNow(end + 30),
  dormantToOn: dayFromNow(end + 60),
})

test('stages change once, with an audit entry, and repeating a day changes nothing', async () => {
  const { id: licenseId } = await createLicense(office, { renewal: { by: 'never' } })
  const anna = await signedIn()
  await insertCycle({
    userId: anna.id,
    licenseId,
    validFromOn: dayFromNow(-400),
    ...windows(-1),
    nextChangeOn: dayFromNow(0),
  })
  await nextDay()
  expect(await listCycles(anna.id)).toMatchObject([{ stage: 'late', nextChangeOn: dayFromNow(30) }])
  await nextDay()
  await nextDay()
  const moves = (await listAuditEntries('user')).filter(
    (row) => row.action === 'license.stage' && row.targetId === String(anna.id),
  )
  expect(moves).toMatchObject([{ data: { before: { stage: 'active' }, after: { stage: 'late' } } }])
})

test.each([
  [90, 90],
  [31, 90],
  [30, 30],
  [5, 7],
])('%i days before the end one reminder goes out, however often the job runs', async (left, due) => {
  const { id: licenseId } = await createLicense(office, { renewal: { by: 'never' } })
  const email = `${licenseId}@example.se`
  const anna = await signedIn({ email })
  const id = await insertCycle({ userId: anna.id, licenseId, validFromOn: dayFromNow(-200), ...windows(left) })
  await nextDay()
  await nextDay()
  const sent = await query.select().from(licenseReminders).where(eq(licenseReminders.userLicenseId, id))
  expect(sent.map(({ daysBefore }) => daysBefore)).toEqual([due])
  const mails = await query.select().from(outboxMails).where(eq(outboxMails.recipient, email))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain(dayFromNow(left))
})

test('no reminder is sent for renewed or revoked licences, or before the time', async () => {
  const { id: licenseId } = await createLicense(office, { renewal: { by: 'never' } })
  const ended = [{ succeededOn: dayFromNow(21) }, { revokedOn: dayFromNow(-1) }, windows(91)]
  const ids: number[] = []
  for (const more of ended) {
    const { id: userId } = await signedIn()
    ids.push(await insertCycle({ userId, licenseId, validFromOn: dayFromNow(-200), ...windows(20), ...more }))
  }
  await nextDay()
  const sent = await query.select().from(licenseReminders)
  expect(sent.filter(({ userLicenseId }) => ids.includes(userLicenseId))).toEqual([])
})

test('automatic renewal happens on the day that it opens, based on the results in the cycle', async () => {
  const again = await education()
  const rule = { by: 'educations', automatic: true, educationIds: [again], opensMonths: 2 } as const
  const { id: licenseId } = await createLicense(office, { renewal: { ...rule, educationIds: [again] } })
  const [early, open] = [await signedIn(), await signedIn()]
  for (const [{ id: userId }, left] of [
    [early, 100],
    [open, 40],
  ] as const) {
    await insertCycle({ userId, licenseId, validFromOn: dayFromNow(-200), ...windows(left) })
    await educationResult({ userId, educationId: again, completed: true, completedAt: inDays(-20) })
  }
  await nextDay()
  await nextDay()
  expect(await listCycles(early.id)).toHaveLength(1)
  expect(await listCycles(open.id)).toMatchObject([
    { succeededOn: dayFromNow(41) },
    { basis: 'renewed', validFromOn: dayFromNow(41) },
  ])
})

test('a person who reaches the age of a licence is issued it', async () => {
  const basic = await education()
  await createLicense(office, { minAge: 18, requiredEducationIds: [basic] })
  const today = dayFromNow(0)
  const anna = await signedIn({ birthOn: `${Number(today.slice(0, 4)) - 18}${today.slice(4)}` })
  await educationResult({ userId: anna.id, educationId: basic, completed: true, completedAt: inDays(-30) })
  await nextDay()
  expect(await listCycles(anna.id)).toMatchObject([{ basis: 'earned', validFromOn: today }])
})

test('nothing changes while the features are off', async () => {
  const { id: licenseId } = await createLicense(office)
  const anna = await signedIn()
  await insertCycle({
    userId: anna.id,
    licenseId,
    validFromOn: dayFromNow(-400),
    ...windows(-1),
    nextChangeOn: dayFromNow(0),
  })
  await configurePortal({ features: [] })
  await nextDay()
  expect(await listCycles(anna.id)).toMatchObject([{ stage: 'active' }])
})

describe('a reverted result', () => {
  const person = async () => {
    const email = `${crypto.randomUUID()}@test.example`
    const driver = await signedIn({ email })
    const course = await education({ title: 'Kartingförare' })
    const completed = async (on: Date) => {
      const body = [{ userId: driver.id, completed: true, completedDate: on.toISOString() }]
      const [made] = await office.json<{ resultId: number }[]>('PUT', `/Educations/${course}/results`, body)
      for (let run = 0; run < 3; run += 1) await drainJobs()
      return made?.resultId ?? 0
    }
    const takenBack = async (resultId: number) => {
      await office.fetch('PUT', `/Educations/${course}/results`, [{ resultId, userId: driver.id, completed: false }])
      for (let run = 0; run < 3; run += 1) await drainJobs()
    }
    return { driver, email, course, completed, takenBack }
  }

  test('removes the licence that it earned and the one that depends on it; passing again issues both', async () => {
    const { driver, email, course, completed, takenBack } = await person()
    const card = await createLicense(office, { name: 'Karting', requiredEducationIds: [course] })
    const chief = await createLicense(office, { name: 'Chef', requiredLicenseIds: [card.id] })
    const on = inDays(-1)
    const resultId = await completed(on)
    expect((await listCycles(driver.id)).map(({ stage }) => stage)).toEqual(['active', 'active'])
    await takenBack(resultId)
    const revocation = { stage: 'revoked', revokedByUserId: null, revokedOn: dayFromNow(0) }
    expect(await listCycles(driver.id)).toMatchObject([revocation, revocation])
    const [first] = await listCycles(driver.id)
    expect(first?.revokedReason).toBe('Utbildningen som licensen byggde på är inte längre genomförd: Kartingförare.')
    const mails = (await query.select().from(outboxMails)).filter(({ recipient }) => recipient === email)
    expect(mails.filter((mail) => JSON.stringify(mail).includes('inte längre genomförd'))).toHaveLength(2)
    await completed(on)
    expect((await listCycles(driver.id)).slice(2)).toMatchObject([
      { licenseId: card.id, cycleNumber: 2, stage: 'active' },
      { licenseId: chief.id, cycleNumber: 2, stage: 'active' },
    ])
  })

  test('removes neither manually issued licences nor those whose requirements have since grown', async () => {
    const { driver, course, completed, takenBack } = await person()
    const byHand = await createLicense(office, { requiredEducationIds: [course], autoIssue: false })
    const changed = await createLicense(office, { requiredEducationIds: [course] })
    const resultId = await completed(inDays(-1))
    await office.fetch('POST', `/user/${driver.id}/Licenses`, { licenseId: byHand.id, reason: 'Dispens' })
    const other = await education({ title: 'En ny' })
    await office.fetch('PUT', '/Licenses', { ...changed, lastChange: undefined, requiredEducationIds: [course, other] })
    await takenBack(resultId)
    expect((await listCycles(driver.id)).map(({ stage }) => stage)).toEqual(['active', 'active'])
  })
})
