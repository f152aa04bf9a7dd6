import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { features } from '#api/features.ts'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { Dashboard } from '#api/office/dashboard/contract.ts'
import type { EducationSummary, OwnEducation } from '#api/office/education-list/contract.ts'
import type { PublicEducationView, PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import type { LicenseGoal } from '#api/participation/licenses/goals/contract.ts'
import type { EducationStep } from '#api/participation/next-steps/contract.ts'
import type { StartedEducationBlock } from '#api/participation/person-results/contract.ts'
import type { NextStep } from '#api/participation/readiness/contract.ts'
import { configurePortal } from '../../configuration.ts'
import { anonymous, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { expectCalendarAgreement, type ReadEducation, readCalendar, readEducation } from './calendar-agreement.ts'
import { anyPerson, insertCatalogue, insertPerson, type SmallCatalogue } from './random-people.ts'

let office: Person
let catalogue: SmallCatalogue

beforeAll(async () => {
  await configurePortal({ features: [...features] })
  office = await signedIn({ roles: { SuperAdministrator: {} } })
  catalogue = await insertCatalogue(office)
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
  expect(item.next?.kind).toBe(kind)
  expect(item.next?.paymentId ?? null).toBe(step.paymentId)
  if (kind === 'book' || kind === 'attend') expect(item.next?.startDate).toBe(step.date?.startDate)
  if (step.kind !== 'awaitDates') expect(item.next?.educationPartId).toBe(step.part?.id)
}

/** Expects that the calendar shows the date of a step as the step says: booked, or open to book. */
function expectDate(items: CalendarItem[], { kind, part, date }: EducationStep) {
  if (!date || (kind !== 'attend' && kind !== 'choose')) return
  const item = items.find((one) => one.educationPartId === part?.id && one.startDate === date.startDate)
  expect(item).toMatchObject({ city: date.city, booked: kind === 'attend', pending: false })
  if (kind === 'choose') expect(item?.hasFreeSpots).toBe(true)
}

async function readScreens(person: Person) {
  const { educationIds } = catalogue
  const [{ started }, blocks, { educations }, goals, items] = await Promise.all([
    person.json<Dashboard>('GET', '/Dashboard'),
    person.json<StartedEducationBlock[]>('GET', `/user/${person.id}/StartedEducations`),
    person.json<{ educations: OwnEducation[] }>('GET', `/Educations/own?educationIds=${educationIds.join(',')}`),
    person.json<LicenseGoal[]>('GET', `/user/${person.id}/LicenseGoals`),
    readCalendar(person),
  ])
  return { started, blocks, educations, goals, items }
}

const sameEducation = (id: number) => (one: { educationId: number }) => one.educationId === id

async function expectAgreement(person: Person) {
  const { started, blocks, educations, goals, items } = await readScreens(person)
  const pages: ReadEducation[] = []
  for (const [at, id] of catalogue.educationIds.entries()) {
    const page = await readEducation(person, id, educations.find(sameEducation(id)))
    pages.push(page)
    const { step, partResults } = page.own
    const onDashboard = started.find(sameEducation(id))
    if (onDashboard) expect(onDashboard.step).toEqual(step)
    const onProfile = blocks.find(sameEducation(id))
    if (onProfile) expect(onProfile.nextStep).toEqual(step)
    const onList = educations.find(sameEducation(id))
    if (onList) expect(onList.step).toEqual(step)
    const done = new Set(partResults.flatMap((one) => (one.completed ? [one.educationPartId] : []))).size
    for (const one of [onDashboard, onProfile, onList]) if (one) expect(one.partsCompleted).toBe(done)
    expectGoal(
      goals.find(({ licenseId }) => licenseId === catalogue.licenseIds[at]),
      step,
    )
    expectDate(items, step)
  }
  await expectCalendarAgreement(person, pages)
}

test('for every person, no two screens disagree about the next step, the parts completed, the date or the price', async () => {
  await fc.assert(
    fc.asyncProperty(anyPerson, async (one) => {
      const person = await insertPerson(one, catalogue)
      for (const licenseId of catalogue.licenseIds)
        await person.json('POST', '/Licenses/LicenseGoals', { userId: person.id, licenseId })
      await expectAgreement(person)
    }),
    { numRuns: 60 },
  )
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
