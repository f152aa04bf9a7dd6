import { expect, test } from 'vitest'
import { emptyOccasion, toDraft, toInput } from './occasion-draft.ts'
import { forFirstDay, listDates, parseTimes, type Repetition, repeatOccasion } from './repetition.ts'

const repetition: Repetition = { interval: 'week', times: '4', skipped: [], moved: {} }
const input = toInput(
  {
    ...toDraft(emptyOccasion(3, false)),
    city: 'Kil',
    startDate: new Date('2026-10-20T07:00:00Z'),
    endDate: new Date('2026-10-20T14:00:00Z'),
    lastSignUpDate: new Date('2026-10-13T21:59:00Z'),
    tagId: 4,
  },
  emptyOccasion(3, false),
)
const startsOf = (repeated: Repetition, of = input) =>
  repeatOccasion(of, repeated).map(({ startDate }) => startDate.toISOString())

test('repeated occasions keep the local time when the clocks change', () => {
  const [, second] = repeatOccasion(input, { ...repetition, interval: 'week', times: '2' })
  expect(second?.startDate.toISOString()).toBe('2026-10-27T08:00:00.000Z')
  expect(second?.lastSignUpDate?.toISOString()).toBe('2026-10-20T21:59:59.999Z')
  expect(
    repeatOccasion(input, { ...repetition, interval: 'month', times: '3' }).map(({ startDate }) =>
      startDate.toISOString().slice(0, 10),
    ),
  ).toEqual(['2026-10-20', '2026-11-20', '2026-12-20'])
})

test('a monthly repetition moves to the last day of a shorter month', () => {
  const weekend = {
    ...input,
    startDate: new Date('2027-01-30T08:00:00Z'),
    endDate: new Date('2027-01-31T15:00:00Z'),
    sessions: [
      { start: new Date('2027-01-30T08:00:00Z'), end: new Date('2027-01-30T15:00:00Z') },
      { start: new Date('2027-01-31T08:00:00Z'), end: new Date('2027-01-31T15:00:00Z') },
    ],
  }
  const [, february] = repeatOccasion(weekend, { ...repetition, interval: 'month', times: '2' })
  expect(february?.sessions.map(({ start }) => start.toISOString())).toEqual([
    '2027-02-28T08:00:00.000Z',
    '2027-03-01T08:00:00.000Z',
  ])
  expect(february?.endDate.toISOString()).toBe('2027-03-01T15:00:00.000Z')
})

test.each([
  ['4', 4],
  [' 52 ', 52],
  ['53', null],
  ['0', null],
  ['', null],
  ['4 ggr', null],
  ['2,5', null],
])('repeated %j times is %j', (text, times) => expect(parseTimes(text)).toBe(times))

test('a skipped date is not created, and a moved one keeps its time of day and its distance to the last sign-up', () => {
  const changed = { ...repetition, skipped: [1], moved: { 2: new Date(2026, 10, 5) } }
  expect(startsOf(changed)).toEqual([
    '2026-10-20T07:00:00.000Z',
    '2026-11-05T08:00:00.000Z',
    '2026-11-10T08:00:00.000Z',
  ])
  const [, moved] = repeatOccasion(input, changed)
  expect(moved?.endDate.toISOString()).toBe('2026-11-05T15:00:00.000Z')
  expect(moved?.lastSignUpDate?.toISOString()).toBe('2026-10-29T22:59:59.999Z')
})

test('repeated occasions have no tag, and an occasion that is not repeated keeps its own', () => {
  expect(repeatOccasion(input, repetition).map(({ tagId }) => tagId)).toEqual([null, null, null, null])
  expect(repeatOccasion(input, { ...repetition, interval: '' })).toEqual([input])
})

test('the dates are listed before they are created, skipped ones too, and holidays are marked', () => {
  const saturday = { ...input, startDate: new Date('2026-12-19T08:00:00Z'), endDate: new Date('2026-12-19T15:00:00Z') }
  const dates = listDates(saturday, { ...repetition, times: '3', skipped: [1] })
  expect(dates.map(({ index, isSkipped, isMoved, holiday }) => ({ index, isSkipped, isMoved, holiday }))).toEqual([
    { index: 0, isSkipped: false, isMoved: false, holiday: null },
    { index: 1, isSkipped: true, isMoved: false, holiday: 'boxingDay' },
    { index: 2, isSkipped: false, isMoved: false, holiday: null },
  ])
})

test('a holiday is found on any day of a weekend, but not between the days of a course with sessions', () => {
  const times = { ...input, startDate: new Date('2026-06-18T07:00:00Z'), endDate: new Date('2026-06-21T14:00:00Z') }
  const holidayOf = (sessions: typeof input.sessions) =>
    listDates({ ...times, sessions }, { ...repetition, times: '1' })[0]?.holiday
  expect(holidayOf([])).toBe('midsummerEve')
  const day = (date: number) => ({
    start: new Date(Date.UTC(2026, 5, date, 7)),
    end: new Date(Date.UTC(2026, 5, date, 14)),
  })
  expect(holidayOf([day(18), day(21)])).toBeNull()
})

test('nothing is listed without a start or with a wrong number', () => {
  expect(listDates({ ...input, startDate: null }, repetition)).toEqual([])
  expect(listDates(input, { ...repetition, times: '53' })).toEqual([])
})

test('skipped and moved dates are cleared with another first day, and stay with another time', () => {
  const chosen: Repetition = { ...repetition, skipped: [2], moved: { 1: new Date(2026, 9, 28) } }
  const later = new Date('2026-10-20T09:00:00Z')
  expect(forFirstDay(chosen, input.startDate, later)).toBe(chosen)
  expect(forFirstDay(chosen, input.startDate, new Date('2026-10-21T07:00:00Z'))).toEqual(repetition)
  expect(forFirstDay(chosen, null, later)).toEqual(repetition)
})
