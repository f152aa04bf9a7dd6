import { expect, test } from 'vitest'
import type { ManagedOccasion } from './contract.ts'
import { isMaxBelowBooked, isMovedToPast, isOpenToSeriesChange, toSeriesInput } from './rules.ts'

const at = (text: string) => new Date(text)

/** An occasion from nine to four on a day, with its last day of sign-up a week before. */
const occasion = (id: number, day: string, offset: number): ManagedOccasion => ({
  id,
  educationPartId: 3,
  educationId: null,
  title: null,
  description: null,
  startDate: at(`${day}T09:00:00+0${offset}:00`),
  endDate: at(`${day}T16:00:00+0${offset}:00`),
  sessions: [],
  lastSignUpDate: null,
  lastCancelDate: null,
  city: 'Kil',
  venue: 'Sal 1',
  address: null,
  isOnline: false,
  onlineUrl: null,
  meeting: null,
  maxParticipants: 12,
  bookedCount: 0,
  pendingCount: 0,
  availableSpots: 12,
  hasFreeSpots: true,
  fee: 0,
  paymentMethods: [1],
  needsApproval: false,
  blockedForExternalUsers: false,
  responsibleIds: [5],
  organizerOrganizationId: null,
  tagId: null,
  seriesId: 1,
  canceled: false,
  canceledDate: null,
  canceledReason: null,
  customQuestions: [],
  educationTitle: 'Flaggvakt',
  partTitle: 'Teori',
  lastChange: at('2026-01-01T00:00:00Z'),
})

// Summer time ends on 25 October 2026.
const before = occasion(1, '2026-10-20', 2)
const other = occasion(2, '2026-10-27', 1)
const now = at('2026-10-01T00:00:00Z')
const inputOf = (fields: object) => ({ ...before, tellsParticipants: false, ...fields })
const changeOther = (fields: object, own: object = {}, first = before) =>
  toSeriesInput({ before: first, input: { ...inputOf(fields) }, other: { ...other, ...own }, now })

test('a new room leaves times and own fields of the others as they are', () => {
  const own = { ...other, maxParticipants: 20, title: 'Kväll' }
  expect(changeOther({ venue: 'Sal 2' }, own)).toMatchObject({
    id: 2,
    venue: 'Sal 2',
    maxParticipants: 20,
    title: 'Kväll',
    startDate: other.startDate,
    endDate: other.endDate,
    lastChange: other.lastChange,
  })
})

test('a new time of day is the same by the clock when summer time has ended', () => {
  const fields = { startDate: at('2026-10-20T18:00:00+02:00'), endDate: at('2026-10-20T21:30:00+02:00') }
  expect(changeOther(fields)).toMatchObject({
    startDate: at('2026-10-27T18:00:00+01:00'),
    endDate: at('2026-10-27T21:30:00+01:00'),
  })
})

test('a move to the next day moves the others to their next day', () => {
  const fields = { startDate: at('2026-10-21T09:00:00+02:00'), endDate: at('2026-10-21T16:00:00+02:00') }
  expect(changeOther(fields)?.startDate).toEqual(at('2026-10-28T09:00:00+01:00'))
})

test('the days of a course are moved to the days of each', () => {
  const sessions = [{ start: at('2026-10-20T09:00:00+02:00'), end: at('2026-10-20T12:00:00+02:00') }]
  expect(changeOther({ sessions })?.sessions).toEqual([
    { start: at('2026-10-27T09:00:00+01:00'), end: at('2026-10-27T12:00:00+01:00') },
  ])
})

test('a last day is moved with its change, and is never later than the start', () => {
  const week = changeOther({ lastSignUpDate: at('2026-10-13T21:59:59.999Z') })
  expect(week?.lastSignUpDate).toEqual(at('2026-10-20T21:59:59.999Z'))
  const late = { ...other, lastSignUpDate: other.startDate, lastCancelDate: null }
  const fields = { startDate: at('2026-10-20T07:00:00+02:00') }
  expect(changeOther(fields, late)).toMatchObject({
    startDate: at('2026-10-27T07:00:00+01:00'),
    lastSignUpDate: at('2026-10-27T07:00:00+01:00'),
    lastCancelDate: null,
  })
  const ended = changeOther({}, late, { ...before, lastSignUpDate: before.startDate })
  expect(ended?.lastSignUpDate).toBeNull()
})

test('a moved last day that has passed leaves the last day of the occasion as it is', () => {
  const fields = { lastSignUpDate: at('2026-09-20T21:59:59.999Z'), fee: 100 }
  const own = { lastSignUpDate: at('2026-10-25T10:00:00Z') }
  expect(changeOther(fields, own)?.lastSignUpDate).toEqual(own.lastSignUpDate)
  expect(changeOther(fields)?.lastSignUpDate).toBeNull()
})

test('own times of an occasion stay when those of the others change', () => {
  const evening = { startDate: at('2026-10-27T18:00:00+01:00'), endDate: at('2026-10-27T21:00:00+01:00') }
  const later = { startDate: at('2026-10-20T10:00:00+02:00'), endDate: at('2026-10-20T17:00:00+02:00') }
  expect(changeOther({ ...later, fee: 100 }, evening)).toMatchObject(evening)
  const short = { endDate: at('2026-10-27T12:00:00+01:00') }
  expect(changeOther(later, short)).toMatchObject({ startDate: at('2026-10-27T10:00:00+01:00'), ...short })
  const afternoon = { startDate: at('2026-10-20T13:00:00+02:00'), fee: 100 }
  expect(changeOther(afternoon, short)).toMatchObject({ startDate: other.startDate, ...short })
})

test('people are added to and removed from those of each, and own questions stay', () => {
  const fields = { responsibleIds: [8], customQuestions: [{ question: 'Bil?' }] }
  const own = { responsibleIds: [6, 5, 7], customQuestions: [{ question: 'Mat?' }] }
  expect(changeOther(fields, own)).toMatchObject({ ...own, responsibleIds: [6, 7, 8] })
})

test('an occasion that has the same already does not change', () =>
  expect(changeOther({ venue: 'Sal 2' }, { venue: 'Sal 2' })).toBeNull())

test('a start in the past and too few seats are found', () => {
  const input = { ...inputOf({}), startDate: now, maxParticipants: 1 }
  expect([isMovedToPast(other, input, now), isMovedToPast({ ...other, startDate: now }, input, now)]).toEqual([
    true,
    false,
  ])
  expect([1, 2].map((bookedCount) => isMaxBelowBooked({ ...other, bookedCount }, input))).toEqual([false, true])
})

test('part, education and tag stay those of each', () => {
  const fields = { educationId: 8, educationPartId: 9, tagId: 4, fee: 100 }
  const changed = changeOther(fields)
  expect(changed).toMatchObject({ educationId: null, educationPartId: 3 })
  expect(changed?.tagId).toBeUndefined()
})

test('only coming occasions that are not cancelled change with their series', () => {
  const day = at('2026-10-21T00:00:00Z')
  expect([before, other, { ...other, canceled: true }].map((one) => isOpenToSeriesChange(one, day))).toEqual([
    false,
    true,
    false,
  ])
})

test('days that are added leave an occasion with a time of its own as it is', () => {
  const sessions = [
    { start: before.startDate, end: before.endDate },
    { start: at('2026-10-21T09:00:00+02:00'), end: at('2026-10-21T16:00:00+02:00') },
  ]
  const fields = { sessions, endDate: at('2026-10-21T16:00:00+02:00') }
  const own = { startDate: at('2026-10-27T18:00:00+01:00'), endDate: at('2026-10-27T20:00:00+01:00') }
  expect(changeOther(fields, own)).toBeNull()
  expect(changeOther(fields)?.sessions).toHaveLength(2)
})

test('a seat that is reserved is taken as a booked one is', () => {
  const withReserved = { ...other, bookedCount: 3, availableSpots: 7 }
  expect(isMaxBelowBooked(withReserved, { ...inputOf({ maxParticipants: 4 }) })).toBe(true)
  expect(isMaxBelowBooked(withReserved, { ...inputOf({ maxParticipants: 5 }) })).toBe(false)
  const unlimited = { ...withReserved, maxParticipants: null, availableSpots: null }
  expect(isMaxBelowBooked(unlimited, { ...inputOf({ maxParticipants: 3 }) })).toBe(false)
})
