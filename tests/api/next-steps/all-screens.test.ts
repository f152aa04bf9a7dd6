import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { features } from '#api/features.ts'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { Dashboard } from '#api/office/dashboard/contract.ts'
import type { EducationSummary, EducationView, OwnEducation } from '#api/office/education-list/contract.ts'
import type { PublicEducationView, PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import type { License } from '#api/participation/licenses/contract.ts'
import type { LicenseGoal } from '#api/participation/licenses/goals/contract.ts'
import { licenseGoals } from '#api/participation/licenses/table.ts'
import type { EducationStep } from '#api/participation/next-steps/contract.ts'
import type { StartedEducationBlock } from '#api/participation/person-results/contract.ts'
import type { NextStep } from '#api/participation/readiness/contract.ts'
import { configurePortal } from '../../configuration.ts'
import { anonymous, database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import {
  expectCalendarAgreement,
  expectComparedSets,
  type ReadEducation,
  readCalendar,
  readEducation,
  readView,
} from './calendar-agreement.ts'
import { countCompared, expectFloors } from './compared-screens.ts'
import { expectFamilyAgreement } from './family-agreement.ts'
import { expectFinishAgreement } from './finish-agreement.ts'
import { expectMailAgreement } from './mail-agreement.ts'
import { expectPlaceAgreement } from './place-agreement.ts'
import { insertCatalogue, type SmallCatalogue } from './random-catalogue.ts'
import { anyPerson, type InsertedPerson, insertPerson } from './random-people.ts'
import { expectSignUpAgreement } from './sign-up-agreement.ts'

let office: Person
let catalogue: SmallCatalogue
let licenses: License[]

beforeAll(async () => {
  await configurePortal({ features: [...features] })
  office = await signedIn({ roles: { SuperAdministrator: {} } })
  catalogue = await insertCatalogue(office)
  licenses = await office.json<License[]>('GET', '/Licenses')
})

const toGoalKind = (kind: EducationStep['kind']): NextStep['kind'] => {
  if (kind === 'choose') return 'book'
  if (kind === 'attend' || kind === 'pay' || kind === 'resubmit') return kind
  if (kind === 'start' || kind === 'continue' || kind === 'submit') return kind
  if (kind === 'awaitDates') return 'await'
  return 'pending'
}

/** Expects that a licence goal, which lists its education as a requirement, says the same as the education's page. */
function expectGoal(goal: LicenseGoal | undefined, step: EducationStep) {
  const item = goal?.readiness.items.find(({ kind }) => kind === 'education')
  if (!item || item.met || step.kind === 'completed' || step.kind === 'nothing') return
  if (step.kind === 'barred' || step.kind === 'completeFirst') return
  const kind = toGoalKind(step.kind)
  countCompared('requirement of a goal')
  expect(item.next?.kind).toBe(kind)
  expect(item.next?.paymentId ?? null).toBe(step.paymentId)
  if (kind === 'book' || kind === 'attend') expect(item.next?.startDate).toBe(step.date?.startDate)
  if (step.kind !== 'awaitDates') expect(item.next?.educationPartId).toBe(step.part?.id)
}

/** Expects that the calendar shows the date of a step as the step says: booked, or open to book. */
function expectDate(items: CalendarItem[], { kind, part, date }: EducationStep) {
  if (!date || (kind !== 'attend' && kind !== 'choose')) return
  const item = items.find((one) => one.educationPartId === part?.id && one.startDate === date.startDate)
  countCompared('date in the calendar')
  expect(item).toMatchObject({ city: date.city, booked: kind === 'attend', pending: false })
  if (kind === 'choose') expect(item?.hasFreeSpots).toBe(true)
}

/** The pages of educations without the person's own state, by education and whether it is for an external person. */
const views = new Map<string, Promise<EducationView>>()

function sharedView(person: Person, id: number, isExternal: boolean): Promise<EducationView> {
  const key = `${id} ${isExternal}`
  const view = views.get(key) ?? readView(person, id)
  views.set(key, view)
  return view
}

async function readScreens(person: Person) {
  const { educationIds } = catalogue
  const [dashboard, blocks, { educations }, goals, items] = await Promise.all([
    person.json<Dashboard>('GET', '/Dashboard'),
    person.json<StartedEducationBlock[]>('GET', `/user/${person.id}/StartedEducations`),
    person.json<{ educations: OwnEducation[] }>('GET', `/Educations/own?educationIds=${educationIds.join(',')}`),
    person.json<LicenseGoal[]>('GET', `/user/${person.id}/LicenseGoals`),
    readCalendar(person),
  ])
  return { dashboard, blocks, educations, goals, items }
}

const sameEducation = (id: number) => (one: { educationId: number }) => one.educationId === id

/** Expects that a recommended education is not begun, can be begun, and names price and date as its page does. */
function expectRecommended({ recommended }: Dashboard, pages: ReadEducation[]) {
  for (const one of recommended) {
    const page = pages.find(({ view }) => view.education.id === one.educationId)
    if (!page) continue
    countCompared('recommended education')
    expect(page.own.step.kind).not.toBe('completed')
    // A guardian can still be found; the person can mend no other bar.
    if (page.own.step.kind === 'barred') expect(page.own.step.reason).toBe('guardian')
    expect(one.feeRange).toEqual(page.view.feeRange)
    const next = page.view.nextOccasion
    if (one.nextOccasion) expect(next?.startDate).toBe(one.nextOccasion.startDate)
  }
}

/**
 * Expects that a step names no locked or booked part, and no prerequisites of an education that the person is barred
 * from.
 */
function expectStep({ view, own }: ReadEducation) {
  const { kind, part, before } = own.step
  if (kind === 'barred') expect([part, before]).toEqual([null, null])
  if (kind !== 'choose' && kind !== 'start') return
  const live = own.partResults.filter((one) => !one.canceled && one.educationPartId === part?.id)
  expect(live.filter(({ completed }) => !completed)).toEqual([])
  const done = new Set(own.partResults.flatMap((one) => (one.completed ? [one.educationPartId] : [])))
  const locks = view.education.parts.find(({ id }) => id === part?.id)?.partDependencies[part?.id ?? 0] ?? []
  for (const id of locks) expect(done).toContain(id)
}

/** Places and finish lines take more calls, so they are compared for one of so many people. */
const sampled = 10

/** Reads the screens of a person and expects that they agree; returns the pages of the educations. */
async function expectAgreement(inserted: InsertedPerson): Promise<ReadEducation[]> {
  const { person } = inserted
  const { educationIds } = catalogue
  const { dashboard, blocks, educations, goals, items } = await readScreens(person)
  const pages: ReadEducation[] = []
  for (const [at, id] of educationIds.entries()) {
    const view = sharedView(person, id, inserted.isExternal)
    const page = await readEducation(person, id, educations.find(sameEducation(id)), view)
    pages.push(page)
    const { step, partResults, renewedFrom } = page.own
    const onDashboard = dashboard.started.find(sameEducation(id))
    if (onDashboard) expect(onDashboard.step).toEqual(step)
    const onProfile = blocks.find(sameEducation(id))
    if (onProfile) expect(onProfile.nextStep).toEqual(step)
    const onList = educations.find(sameEducation(id))
    if (onList) expect(onList.step).toEqual(step)
    const counted = partResults.filter(({ completedDate }) => (completedDate ?? '') > (renewedFrom ?? ''))
    const done = new Set(counted.flatMap((one) => (one.completed ? [one.educationPartId] : []))).size
    for (const one of [onDashboard, onProfile, onList]) if (one) expect(one.partsCompleted).toBe(done)
    countCompared('started education on the start page', Number(Boolean(onDashboard)))
    countCompared('started education on the profile', Number(Boolean(onProfile)))
    countCompared('education in the list', Number(Boolean(onList)))
    expectGoal(
      goals.find(({ licenseId }) => licenseId === catalogue.licenseIds[at]),
      step,
    )
    expectDate(items, step)
    expectStep(page)
  }
  expectRecommended(dashboard, pages)
  await expectFamilyAgreement(inserted, dashboard, pages)
  await expectMailAgreement(inserted, pages)
  countCompared('booking on the start page', dashboard.booked.length)
  countCompared('start page of a guardian', Number(inserted.guardian !== null))
  if (person.id % sampled === 0) await expectPlaceAgreement(person, educationIds, items)
  if (person.id % sampled === 1) await expectFinishAgreement(person, pages, { dashboard, goals, licenses })
  return pages
}

/** Random, and the same in each run; a failure prints the seed and the shrunk person. */
const assertForPeople = (
  { seed, count }: { seed: number; count: number },
  expectOf: (inserted: InsertedPerson) => Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(anyPerson, async (one) => {
      const inserted = await insertPerson(one, catalogue)
      const { person } = inserted
      for (const licenseId of catalogue.licenseIds)
        await database().query.insert(licenseGoals).values({ userId: person.id, licenseId, createdAt: new Date() })
      await expectOf(inserted)
    }),
    { numRuns: count, seed },
  )

test('for 1,000 people, no two screens disagree about the next step, the parts completed, the date or the price', async () => {
  await assertForPeople({ seed: 20_261_129, count: 1000 }, async (inserted) => {
    await expectAgreement(inserted)
  })
  expectFloors()
}, 900_000)

test('the calendar, its dialog and the page name the price and the refusal of the sign-up', async () => {
  await assertForPeople({ seed: 390, count: 25 }, async (inserted) => {
    await expectCalendarAgreement(inserted.person, await expectAgreement(inserted))
  })
  expectComparedSets()
}, 600_000)

test('the sign-up accepts what a page offers, and refuses the rest for the reason that was shown', async () => {
  await assertForPeople({ seed: 1440, count: 10 }, async (inserted) => {
    for (const page of await expectAgreement(inserted)) await expectSignUpAgreement(inserted.person, page)
  })
}, 600_000)

test('a stranger, the list, the page and the calendar name the same price', async () => {
  const person = await signedIn({ birthOn: '1990-01-01' })
  const items = await readCalendar(person)
  const listed = await person.json<EducationSummary[]>('GET', '/Educations')
  for (const id of catalogue.educationIds) {
    const { view } = await readEducation(person, id, undefined)
    expect(listed.find((one) => one.id === id)?.feeRange).toEqual(view.feeRange)
    const shown = await bodyOf<PublicEducationView>(anonymous('GET', `/Catalogue/educations/${id}`))
    expect(shown.education.feeRange).toEqual(view.feeRange)
    const dates = await bodyOf<PublicOccasion[]>(anonymous('GET', `/Catalogue/occasions?education=${id}`))
    for (const date of dates) {
      const item = items.find(({ referenceId, educationId }) => referenceId === date.id && educationId === id)
      if (item) expect(date.fee).toBe(item.fee)
      expect(view.feeRange?.to ?? 0).toBeGreaterThanOrEqual(date.fee)
    }
  }
})
