import { expect, test } from 'vitest'
import { latestTime, nextTime, type ScheduleTimes } from './rules.ts'

const weekly = (day: number, hour = 7): ScheduleTimes => ({ rhythm: 'weekly', day, hour })
const monthly = (day: number, hour = 7): ScheduleTimes => ({ rhythm: 'monthly', day, hour })

const next = (times: ScheduleTimes, after: string) => nextTime(times, new Date(after)).toISOString()
const latest = (times: ScheduleTimes, until: string) => latestTime(times, new Date(until)).toISOString()

test('a weekly report comes on its weekday in Swedish time, winter and summer', () => {
  expect(next(weekly(1), '2026-01-07T12:00:00Z')).toBe('2026-01-12T06:00:00.000Z')
  expect(next(weekly(1), '2026-07-08T12:00:00Z')).toBe('2026-07-13T05:00:00.000Z')
  expect(next(weekly(7), '2026-01-07T12:00:00Z')).toBe('2026-01-11T06:00:00.000Z')
})

test('a time that has just come is the latest one, and the next is a week later', () => {
  const monday = '2026-01-12T06:00:00Z'
  expect(latest(weekly(1), monday)).toBe('2026-01-12T06:00:00.000Z')
  expect(next(weekly(1), monday)).toBe('2026-01-19T06:00:00.000Z')
  expect(latest(weekly(1), '2026-01-12T05:59:59Z')).toBe('2026-01-05T06:00:00.000Z')
  expect(next(weekly(1), '2026-01-12T05:59:59Z')).toBe('2026-01-12T06:00:00.000Z')
})

test('the days of a change of the clock have one time each', () => {
  // The hour from two to three does not exist on 29 March, and comes twice on 25 October.
  expect(next(weekly(7, 2), '2026-03-23T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
  expect(next(weekly(7, 2), '2026-03-29T01:00:00Z')).toBe('2026-04-05T00:00:00.000Z')
  expect(next(weekly(7, 2), '2026-10-19T12:00:00Z')).toBe('2026-10-25T01:00:00.000Z')
  expect(next(weekly(7, 2), '2026-10-25T01:00:00Z')).toBe('2026-11-01T01:00:00.000Z')
  expect(next(weekly(7, 7), '2026-10-19T12:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
})

test('the first hour of a day belongs to the Swedish day', () => {
  expect(next(monthly(1, 0), '2026-06-15T12:00:00Z')).toBe('2026-06-30T22:00:00.000Z')
  expect(latest(monthly(1, 0), '2026-06-30T22:00:00Z')).toBe('2026-06-30T22:00:00.000Z')
})

test('a month without the day has its last one', () => {
  expect(next(monthly(31), '2026-01-31T12:00:00Z')).toBe('2026-02-28T06:00:00.000Z')
  expect(next(monthly(30), '2028-02-01T12:00:00Z')).toBe('2028-02-29T06:00:00.000Z')
  expect(next(monthly(31), '2026-04-01T12:00:00Z')).toBe('2026-04-30T05:00:00.000Z')
  expect(latest(monthly(31), '2026-03-01T12:00:00Z')).toBe('2026-02-28T06:00:00.000Z')
  expect(next(monthly(1), '2026-12-01T12:00:00Z')).toBe('2027-01-01T06:00:00.000Z')
})

test('after months of silence only the latest time is due', () => {
  expect(latest(weekly(1), '2026-06-03T12:00:00Z')).toBe('2026-06-01T05:00:00.000Z')
  expect(latest(monthly(15), '2026-06-14T12:00:00Z')).toBe('2026-05-15T05:00:00.000Z')
})
