import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationToPart } from '#api/catalogue/educations/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { SignUpPayload } from '#api/money/payments/contract.ts'
import { paymentRefunds, payments } from '#api/money/payments/table.ts'
import type { BoardReport } from '#api/office/board-report/contract.ts'
import type { OverviewDevelopment } from '#api/office/overview/contract.ts'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { unchecked } from '../../src/unchecked.ts'
import { createOccasion, partResult } from '../catalogue.ts'
import { insertCycle, insertLicense } from '../licenses.ts'
import { database, signedIn } from '../portal.ts'
import {
  at,
  course,
  dayPart,
  educationWithoutCategory,
  figures,
  loadOverview,
  superadministrator,
} from './overview-fixtures.ts'
import { createHeldOccasion, report } from './study-reports/fixtures.ts'

const { query } = database()
const quarter = 'from=2026-01-01&to=2026-03-31'
const load = (query: string) => superadministrator.json<BoardReport>('GET', `/BoardReport?${query}`)

test('the figures of a quarter are those of the overview, beside the year before', async () => {
  const loaded = await load('year=2026&quarter=1')
  expect(loaded).toMatchObject({
    period: { from: '2026-01-01', to: '2026-03-31' },
    before: { from: '2025-01-01', to: '2025-03-31' },
    state: 'ended',
    waiting: null,
  })
  const { months, districts } = await loadOverview<OverviewDevelopment>('/development', quarter)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  expect(loaded.current.signedUp).toBe(sum(districts.map(({ signedUp }) => signedUp)))
  expect(loaded.current.completed).toBe(sum(months.map(({ completed }) => completed)))
  expect(loaded.current).toMatchObject({ participants: 4, completed: figures.completed, educations: 1, occasions: 1 })
  expect(loaded.previous).toMatchObject({ participants: 0, signedUp: 0, completed: 0, occasions: 0 })
  expect(loaded.districts.map(({ name, completed }) => [name, completed])).toEqual(
    districts
      .filter((row) => row.signedUp + row.completed > 0)
      .sort((a, b) => b.completed - a.completed || b.signedUp - a.signedUp)
      .map(({ name, completed }) => [name, completed]),
  )
  expect(loaded.categories).toMatchObject([{ name: 'Racing', completed: figures.completed, completedBefore: 0 }])
})

test('the year after has the figures as the year before', async () => {
  const loaded = await load('year=2027')
  expect(loaded.state).toBe('upcoming')
  expect(loaded.waiting).toBe(0)
  expect(loaded.previous).toMatchObject({ participants: 4, completed: figures.completed })
  expect(loaded.categories).toEqual([])
})

test('a cancelled occasion is not held', async () => {
  const start = { startsAt: at('2026-03-20T09:00:00Z'), endsAt: at('2026-03-20T15:00:00Z') }
  await createOccasion(dayPart, { ...start, canceledAt: at('2026-03-01T09:00:00Z') })
  expect((await load('year=2026&quarter=1')).current.occasions).toBe(1)
  await createOccasion(dayPart, { ...start, educationId: course.id })
  expect((await load('year=2026&quarter=1')).current.occasions).toBe(2)
})

test('a minor is counted by the age on the day of signing up', async () => {
  const { minors, participants } = (await load('year=2026&quarter=1')).current
  expect([minors, participants]).toEqual([0, 4])
  for (const birthOn of ['2008-03-11', '2008-03-10']) {
    const { id: userId } = await signedIn({ birthOn })
    await partResult({
      userId,
      educationPartId: dayPart,
      educationId: course.id,
      signedUpAt: at('2026-03-10T09:00:00Z'),
    })
  }
  expect((await load('year=2026&quarter=1')).current).toMatchObject({ minors: 1, participants: 6 })
})

test('licences are issued, run out and are valid by their days', async () => {
  const licenseId = await insertLicense()
  const holders = await Promise.all([1, 2, 3, 4, 5].map(() => signedIn({})))
  const [running, ended, last, revoked, renewed] = holders.map(({ id }) => id)
  const cycle = (userId = 0, dates: object = {}) =>
    insertCycle({
      userId,
      licenseId,
      decidedOn: '2025-06-01',
      validFromOn: '2025-06-01',
      validToOn: '2026-12-31',
      ...dates,
    })
  await cycle(running, { decidedOn: '2026-02-01', validFromOn: '2026-02-01' })
  await cycle(ended, { validToOn: '2026-02-14' })
  await cycle(last, { validToOn: '2026-03-31' })
  await cycle(revoked, { revokedOn: '2026-02-01' })
  // Without days of grace the next cycle begins on the day after the last one.
  await cycle(renewed, { validToOn: '2026-02-10', succeededOn: '2026-02-11' })
  await cycle(renewed, { cycleNumber: 2, decidedOn: '2025-12-01', validFromOn: '2026-02-11', validToOn: '2026-05-31' })
  const quarterOf = async (number: number) => (await load(`year=2026&quarter=${number}`)).current
  expect(await quarterOf(1)).toMatchObject({ licensesIssued: 1, licensesExpired: 1, licensesValid: 3 })
  expect(await quarterOf(2)).toMatchObject({ licensesIssued: 0, licensesExpired: 2, licensesValid: 1 })
})

test('a wrong period is refused by field', async () => {
  for (const query of ['year=26', 'year=2026&quarter=5', 'quarter=1'])
    expect((await superadministrator.fetch('GET', `/BoardReport?${query}`)).status).toBe(400)
})

test('payments and refunds are those of the list of payments', async () => {
  const { id: userId } = await signedIn({})
  const [id, paidAt] = [crypto.randomUUID(), at('2026-02-10T09:00:00Z')]
  const moments = { expiresAt: paidAt, termsAcceptedAt: paidAt, createdAt: paidAt, changedAt: paidAt, paidAt }
  const paid = { status: 2 as const, amountMinor: 20_000, vatMinor: 0, provider: 'local' as const }
  const plan = { signUp: unchecked<SignUpPayload>({}), seats: [], rows: [] }
  await query.insert(payments).values({ id, userId, idempotencyKey: id, ...paid, ...plan, ...moments })
  const refund = { amountMinor: 5000, reason: 'canceled' as const, createdAt: paidAt }
  await query.insert(paymentRefunds).values({ ...refund, paymentId: id, state: 2, refundedAt: paidAt })
  const period = 'startDate=2026-01-01&endDate=2026-03-31'
  const list = await superadministrator.json<{ sums: object }>('GET', `/Payment/list?${period}`)
  expect(list.sums).toMatchObject({ paid: 200, refunded: 50 })
  expect((await load('year=2026&quarter=1')).current).toMatchObject({ paid: 200, refunded: 50 })
  expect((await load('year=2026&quarter=2')).current).toMatchObject({ paid: 0, refunded: 0 })
})

test('hours reported to RF-SISU are those of the reports that stand', async () => {
  const [standing, undone] = [await createHeldOccasion(), await createHeldOccasion()]
  await report(superadministrator, [standing.id, undone.id])
  const units = async () => (await load('year=2026&quarter=1')).current.studyUnits
  expect(await units()).toBe(10)
  // An occasion that is moved after its report counts by the start that was reported.
  await query
    .update(occasions)
    .set({ startsAt: at('2026-05-10T09:00:00Z'), endsAt: at('2026-05-10T15:00:00Z') })
    .where(eq(occasions.id, standing.id))
  expect(await units()).toBe(10)
  const { report: stored } = await superadministrator.json<StudyOccasion>('GET', `/StudyReports/Occasions/${undone.id}`)
  await superadministrator.fetch('POST', `/StudyReports/${stored?.id}/Undo`, { reason: 'Fel' })
  expect(await units()).toBe(5)
  expect((await load('year=2026&quarter=2')).current.studyUnits).toBe(0)
})

test('an occasion of a part that two educations share counts once', async () => {
  const { occasions } = (await load('year=2026&quarter=1')).current
  await query
    .insert(educationToPart)
    .values({ educationId: educationWithoutCategory.id, educationPartId: dayPart, position: 9 })
  expect((await load('year=2026&quarter=1')).current.occasions).toBe(occasions)
})
