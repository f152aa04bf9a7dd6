import { expect, test } from 'vitest'
import { daysBetween, endAfter, moveCopy, moveToDay, nextDay } from './occasion-times.ts'

const at = (text: string) => new Date(text)
const weekend = {
  startDate: at('2026-10-17T07:00:00Z'),
  endDate: at('2026-10-18T14:00:00Z'),
  sessions: [
    { start: at('2026-10-17T07:00:00Z'), end: at('2026-10-17T14:00:00Z') },
    { start: at('2026-10-18T08:00:00Z'), end: null },
  ],
  lastSignUpDate: at('2026-10-10T21:59:59.999Z'),
  lastCancelDate: null,
}

test('a copy begins on the chosen day, and keeps its times of day when summer time ends', () => {
  // Summer time ends on 25 October 2026, so the times of the second day are winter time.
  expect(moveToDay(weekend, new Date(2026, 9, 24))).toEqual({
    startDate: at('2026-10-24T07:00:00Z'),
    endDate: at('2026-10-25T15:00:00Z'),
    sessions: [
      { start: at('2026-10-24T07:00:00Z'), end: at('2026-10-24T14:00:00Z') },
      { start: at('2026-10-25T09:00:00Z'), end: null },
    ],
    lastSignUpDate: at('2026-10-17T21:59:59.999Z'),
    lastCancelDate: null,
  })
})

test('times without a start are not moved', () => {
  const empty = { startDate: null, endDate: null, sessions: [], lastSignUpDate: null, lastCancelDate: null }
  expect(moveToDay(empty, new Date(2026, 9, 24))).toBe(empty)
})

test('the end follows the start at the same distance by the clock', () => {
  const like = { start: weekend.startDate, end: weekend.endDate }
  expect(endAfter(at('2026-10-24T08:00:00Z'), like)).toEqual(at('2026-10-25T16:00:00Z'))
  expect(endAfter(at('2027-03-27T08:00:00Z'), like)).toEqual(at('2027-03-28T14:00:00Z'))
})

test('the end is the start itself while no length is known', () => {
  const start = at('2026-10-24T07:00:00Z')
  expect(endAfter(start, { start: null, end: null })).toEqual(start)
  expect(endAfter(start, { start: weekend.startDate, end: null })).toEqual(start)
})

test('a session that is added lies a day later, at the same time of day', () => {
  const night = { start: at('2027-03-27T08:00:00Z'), end: at('2027-03-27T15:00:00Z') }
  expect(nextDay(night)).toEqual({ start: at('2027-03-28T07:00:00Z'), end: at('2027-03-28T14:00:00Z') })
  expect(nextDay({ start: null, end: null })).toEqual({ start: null, end: null })
})

test('days are counted in the time zone of the portal', () =>
  expect(daysBetween(at('2026-10-24T22:30:00Z'), at('2026-10-25T23:30:00Z'))).toBe(1))

test('a last day of sign-up that has passed is left out of a copy', () => {
  const copied = { ...weekend, lastCancelDate: at('2026-10-12T10:00:00Z') }
  const draft = { ...copied, startDate: null }
  const day = new Date(2026, 9, 17)
  const move = { copied, draft, day, previousDay: null, now: at('2026-10-11T10:00:00Z') }
  expect(moveCopy(move)).toEqual({ ...copied, lastSignUpDate: null })
})

test('a day that is typed digit by digit keeps the last days of the copy, and an edited one moves along', () => {
  const now = at('2026-12-01T10:00:00Z')
  const [early, late] = [new Date(2026, 11, 2), new Date(2026, 11, 20)]
  const first = moveCopy({
    copied: weekend,
    draft: { ...weekend, startDate: null },
    day: early,
    previousDay: null,
    now,
  })
  expect(first.lastSignUpDate).toBeNull()
  const second = moveCopy({ copied: weekend, draft: first, day: late, previousDay: early, now })
  expect(second).toEqual(moveToDay(weekend, late))
  const edited = { ...second, lastSignUpDate: at('2026-12-18T22:59:59.999Z') }
  const third = moveCopy({ copied: weekend, draft: edited, day: new Date(2026, 11, 21), previousDay: late, now })
  expect(third.lastSignUpDate).toEqual(at('2026-12-19T22:59:59.999Z'))
})
