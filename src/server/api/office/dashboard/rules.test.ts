import { expect, test } from 'vitest'
import type { EducationStep } from '#api/participation/next-steps/contract.ts'
import { noStep } from '#api/participation/next-steps/rules.ts'
import type { Appointment, BookedOccasion, RecommendedEducation, StartedEducation } from './contract.ts'
import { chooseChildStep, chooseNextStep, toStartedEducation } from './rules.ts'

const now = new Date('2026-05-12T10:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

const begun = (educationId: number, step: Partial<EducationStep>): StartedEducation => ({
  educationId,
  title: 'Flaggvakt',
  pictureUrl: null,
  pictureColor: null,
  categoryColor: null,
  partsTotal: 2,
  partsCompleted: 1,
  step: { ...noStep, part: { id: 1, title: 'Del 1', type: 1 }, ...step },
})
const appointment = (hours: number, pending = false): Appointment => ({
  occasionId: 9,
  examId: null,
  startDate: inHours(hours),
  endDate: inHours(hours + 6),
  city: 'Karlstad',
  venue: null,
  onlineUrl: null,
  pending,
})
const booked = (hours: number, pending = false): BookedOccasion => ({
  ...appointment(hours, pending),
  educationId: 1,
  educationTitle: 'Flaggvakt',
  educationPartId: 2,
  partTitle: 'Banpass',
})
const recommended: RecommendedEducation = {
  educationId: 7,
  title: 'Banchef',
  shortDescription: null,
  pictureUrl: null,
  pictureColor: null,
  categories: [],
  categoryColor: null,
  hours: null,
  feeRange: null,
  goal: null,
  favorite: false,
  nextOccasion: null,
}
const onePart = {
  id: 1,
  title: 'Del 1',
  type: 1 as const,
  mandatory: true,
  completed: false,
  completedAgain: false,
  feeMinor: 0,
  locked: false,
  signUp: null,
  payment: null,
  opening: null,
}
const noFacts = {
  educationId: 1,
  now,
  isOpen: true,
  blockedForExternalUsers: false,
  minAge: null,
  maxAge: null,
  guardianRequiredUnderAge: null,
  person: { isExternal: false, birthOn: null, hasGuardian: false },
  completed: false,
  before: [],
  parts: [],
}
const nothing = { started: [], booked: [], recommended: [] }

test('a started education counts its parts and has the same next step as its page', () => {
  const completed = { ...onePart, completed: true }
  const facts = { ...noFacts, parts: [completed, { ...onePart, id: 2 }] }
  expect(
    toStartedEducation({
      educationId: 1,
      title: 'Flaggvakt',
      pictureUrl: null,
      pictureColor: null,
      categoryColor: null,
      facts,
    }),
  ).toMatchObject({
    educationId: 1,
    partsTotal: 2,
    partsCompleted: 1,
    step: { kind: 'start', part: { id: 2 } },
  })
})

test('an occasion within two days comes before everything else, unless the sign-up still waits', () => {
  const started = [begun(1, { kind: 'continue' })]
  expect(chooseNextStep({ ...nothing, started, booked: [booked(40)] }, now).kind).toBe('attend')
  expect(chooseNextStep({ ...nothing, started, booked: [booked(-2)] }, now).kind).toBe('attend')
  expect(chooseNextStep({ ...nothing, started, booked: [booked(40, true)] }, now).kind).toBe('education')
  expect(chooseNextStep({ ...nothing, started, booked: [booked(72)] }, now).kind).toBe('education')
})

test.each(['pay', 'resubmit', 'continue', 'submit', 'start', 'choose'] as const)('an available step: %s', (kind) => {
  const started = [begun(1, { kind })]
  expect(chooseNextStep({ ...nothing, started, recommended: [recommended] }, now)).toMatchObject({
    kind: 'education',
    education: { step: { kind } },
  })
})

test('a started education comes before a new one', () => {
  const started = [begun(1, { kind: 'start' }), begun(2, { kind: 'continue' })]
  expect(chooseNextStep({ ...nothing, started }, now)).toMatchObject({ education: { educationId: 2 } })
})

test('a booked or pending step has no action', () => {
  const attend = [begun(1, { kind: 'attend' })]
  expect(chooseNextStep({ ...nothing, started: attend, booked: [booked(200)] }, now).kind).toBe('wait')
  const waiting = [begun(1, { kind: 'awaitReview' }), begun(2, { kind: 'awaitApproval' })]
  expect(chooseNextStep({ ...nothing, started: waiting, recommended: [recommended] }, now).kind).toBe('begin')
})

test('a seat that a guardian is asked to pay for leads when nothing can be done', () => {
  const started = [begun(1, { kind: 'awaitPayment' }), begun(2, { kind: 'continue' })]
  expect(chooseNextStep({ ...nothing, started }, now)).toMatchObject({ education: { educationId: 2 } })
  const requests = started.slice(0, 1)
  expect(chooseNextStep({ ...nothing, started: requests, recommended: [recommended] }, now)).toMatchObject({
    kind: 'education',
    education: { educationId: 1 },
  })
})

test('a new member is shown an education, or the list of educations', () => {
  expect(chooseNextStep({ ...nothing, recommended: [recommended] }, now)).toMatchObject({
    recommended: { educationId: 7 },
  })
  expect(chooseNextStep(nothing, now)).toEqual({ kind: 'find' })
})

test('a child that can only wait has the step of its education, after a payment and a booking', () => {
  const waits = [begun(1, { kind: 'awaitDates' }), begun(2, { kind: 'awaitReview' })]
  expect(chooseChildStep({ started: waits, booked: [] }, now)).toMatchObject({ education: { educationId: 2 } })
  expect(chooseChildStep({ started: waits, booked: [booked(200)] }, now).kind).toBe('wait')
  const unpaid = [...waits, begun(3, { kind: 'awaitPayment' })]
  expect(chooseChildStep({ started: unpaid, booked: [booked(2)] }, now)).toMatchObject({
    education: { educationId: 3 },
  })
  expect(chooseChildStep({ started: [begun(1, { kind: 'nothing' })], booked: [] }, now)).toEqual({ kind: 'find' })
})
