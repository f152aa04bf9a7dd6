import { expect, test } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { getItemState, listPeriods } from './item-state.ts'

const now = new Date('2026-11-21T12:00:00Z')
const at = (day: string) => new Date(`2026-12-${day}T09:00:00Z`)
// The state is read from these fields only.
const item = (fields: Partial<CalendarItem> = {}) =>
  ({
    startDate: at('05'),
    endDate: at('06'),
    sessions: [],
    lastSignUpDate: null,
    hasFreeSpots: true,
    canceled: false,
    booked: false,
    pending: false,
    blockedForExternalUsers: false,
    ...fields,
  }) as unknown as CalendarItem
const member = { isExternal: false }

test.each([
  [{}, 'open'],
  [{ canceled: true, booked: true }, 'canceled'],
  [{ booked: true, hasFreeSpots: false }, 'booked'],
  [{ booked: true, pending: true }, 'pending'],
  [{ hasFreeSpots: false }, 'full'],
  [{ lastSignUpDate: new Date('2026-11-20T12:00:00Z') }, 'closed'],
  [{ startDate: new Date('2026-11-21T11:00:00Z') }, 'started'],
  [{ blockedForExternalUsers: true }, 'open'],
] as const)('a calendar item with %j is %s', (fields, state) =>
  expect(getItemState(item(fields), member, now)).toBe(state),
)

test('an item that is closed to external people is open to everybody else', () => {
  expect(getItemState(item({ blockedForExternalUsers: true }), { isExternal: true }, now)).toBe('blocked')
})

test('two days are two sessions, and a single session is the whole occasion', () => {
  const sessions = [
    { start: at('05'), end: new Date('2026-12-05T15:00:00Z') },
    { start: at('06'), end: new Date('2026-12-06T15:00:00Z') },
  ]
  expect(listPeriods(item({ sessions })).map(({ start, part }) => [start, part])).toEqual([
    [at('05'), { number: 1, of: 2 }],
    [at('06'), { number: 2, of: 2 }],
  ])
  expect(listPeriods(item({ sessions: sessions.slice(0, 1) }))).toEqual([
    { start: at('05'), end: at('06'), part: null },
  ])
})
