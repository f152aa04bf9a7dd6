import { expect, test } from 'vitest'
import type { Appointment, BookedOccasion, RecommendedEducation } from './contract.ts'
import { nextStepOf, type PartStanding, startedFrom } from './rules.ts'

const now = new Date('2026-05-12T10:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

const part = (partId: number, standing: Partial<PartStanding> = {}): PartStanding => ({
  educationId: 1,
  educationTitle: 'Flaggvakt',
  pictureUrl: null,
  partId,
  title: `Del ${partId}`,
  type: 1,
  completed: false,
  begun: false,
  prerequisiteIds: [],
  appointment: null,
  ...standing,
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
  categories: [],
  categoryColor: null,
  hours: null,
  feeRange: null,
  goal: null,
  favorite: false,
  nextOccasion: null,
}
const nothing = { started: [], booked: [], recommended: [] }

test('the next part is the first open one whose prerequisites are completed', () => {
  const [education] = startedFrom([
    part(1, { completed: true }),
    part(2, { prerequisiteIds: [3] }),
    part(3, { prerequisiteIds: [1] }),
  ])
  expect(education).toMatchObject({ partsTotal: 3, partsCompleted: 1, nextPartId: 3, nextPartTitle: 'Del 3' })
})

test('a prerequisite that the education does not hold locks nothing', () => {
  expect(startedFrom([part(1, { prerequisiteIds: [99] })])[0]?.nextPartId).toBe(1)
})

test('educations keep their order, and one that is done has no next part', () => {
  const other = { educationId: 2, educationTitle: 'Banchef', pictureUrl: '/api/files/5' }
  const started = startedFrom([part(1, { completed: true }), part(4, other)])
  expect(started.map(({ educationId, nextPartId }) => [educationId, nextPartId])).toEqual([
    [1, null],
    [2, 4],
  ])
  expect(started[1]?.pictureUrl).toBe('/api/files/5')
})

test('an occasion within two days comes before everything else, unless the sign-up still waits', () => {
  const started = startedFrom([part(1, { begun: true })])
  expect(nextStepOf({ ...nothing, started, booked: [booked(40)] }, now).kind).toBe('attend')
  expect(nextStepOf({ ...nothing, started, booked: [booked(-2)] }, now).kind).toBe('attend')
  expect(nextStepOf({ ...nothing, started, booked: [booked(40, true)] }, now).kind).toBe('continue')
  expect(nextStepOf({ ...nothing, started, booked: [booked(72)] }, now).kind).toBe('continue')
})

test.each([
  ['continue', part(1, { type: 1, begun: true })],
  ['start', part(1, { type: 1 })],
  ['submit', part(1, { type: 3 })],
  ['choose', part(1, { type: 0 })],
  ['choose', part(1, { type: 2 })],
] as const)('what can be done now: %s', (kind, standing) => {
  expect(nextStepOf({ ...nothing, started: startedFrom([standing]), recommended: [recommended] }, now).kind).toBe(kind)
})

test('what was begun is carried on with before something new is started', () => {
  const started = startedFrom([part(1), part(2, { educationId: 2, begun: true })])
  expect(nextStepOf({ ...nothing, started }, now)).toMatchObject({ kind: 'continue', education: { educationId: 2 } })
})

test('with everything booked there is only waiting, and a pending sign-up asks for nothing', () => {
  const started = startedFrom([part(1, { type: 0, begun: true, appointment: appointment(200) })])
  expect(nextStepOf({ ...nothing, started, booked: [booked(200)] }, now).kind).toBe('wait')
  const pending = startedFrom([part(1, { type: 0, begun: true })])
  expect(nextStepOf({ ...nothing, started: pending, recommended: [recommended] }, now).kind).toBe('begin')
})

test('a new member is shown an education, or where to find one', () => {
  expect(nextStepOf({ ...nothing, recommended: [recommended] }, now)).toMatchObject({ recommended: { educationId: 7 } })
  expect(nextStepOf(nothing, now)).toEqual({ kind: 'find' })
})
