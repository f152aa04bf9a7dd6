import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryDay } from './wire.ts'
import { endOfDay, startOfDay, toPortalDay, toPortalMinute } from './zone.ts'

const hours = (day: string) => (endOfDay(day).getTime() + 1 - startOfDay(day).getTime()) / 3_600_000

describe('a day of the portal', () => {
  test('begins and ends in Stockholm, in winter and in summer', () => {
    expect(startOfDay('2026-01-15').toISOString()).toBe('2026-01-14T23:00:00.000Z')
    expect(endOfDay('2026-01-15').toISOString()).toBe('2026-01-15T22:59:59.999Z')
    expect(startOfDay('2026-07-15').toISOString()).toBe('2026-07-14T22:00:00.000Z')
    expect(endOfDay('2026-07-15').toISOString()).toBe('2026-07-15T21:59:59.999Z')
  })

  test('has 23 hours when summer time begins and 25 when it ends', () => {
    expect(hours('2026-03-29')).toBe(23)
    expect(hours('2026-10-25')).toBe(25)
    expect(startOfDay('2026-03-29').toISOString()).toBe('2026-03-28T23:00:00.000Z')
    expect(endOfDay('2026-10-25').toISOString()).toBe('2026-10-25T22:59:59.999Z')
  })

  test('is a separate date object for each call', () => {
    const first = endOfDay('2026-05-01')
    first.setTime(0)
    expect(endOfDay('2026-05-01').toISOString()).toBe('2026-05-01T21:59:59.999Z')
    expect(startOfDay('2026-05-01').toISOString()).toBe('2026-04-30T22:00:00.000Z')
  })

  test('is the day of a moment in Stockholm, not in UTC', () => {
    expect(startOfDay('2026-06-30T22:30:00.000Z')).toEqual(startOfDay('2026-07-01'))
    expect(endOfDay(new Date('2026-12-31T23:30:00.000Z'))).toEqual(endOfDay('2027-01-01'))
  })

  test('is formatted as year, month and day', () => {
    expect(toPortalDay(new Date('2026-03-01T08:00:00Z'))).toBe('2026-03-01')
    expect(toPortalDay(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01')
    expect(toPortalDay(new Date('0999-07-01T12:00:00Z'))).toBe('0999-07-01')
    expect(() => toPortalDay(new Date(Number.NaN))).toThrow(RangeError)
  })

  test('is formatted with the time of day in Stockholm', () => {
    expect(toPortalMinute(new Date('2026-01-31T23:05:59Z'))).toBe('2026-02-01 00:05')
    expect(toPortalMinute(new Date('2026-07-01T08:00:00Z'))).toBe('2026-07-01 10:00')
  })

  test('contains every moment between its bounds', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        (moment) => {
          expect(startOfDay(moment).getTime()).toBeLessThanOrEqual(moment.getTime())
          expect(endOfDay(moment).getTime()).toBeGreaterThanOrEqual(moment.getTime())
          expect(endOfDay(moment).getTime() + 1).toBe(startOfDay(new Date(endOfDay(moment).getTime() + 1)).getTime())
        },
      ),
    )
  })
})

test('a query accepts a day or a time, and nothing else', () => {
  expect(queryDay.safeParse('2026-05-01').success).toBe(true)
  expect(queryDay.safeParse('2026-05-01T08:00:00+02:00').success).toBe(true)
  for (const bad of ['2026-13-01', '2026-02-30', 'today', '1 maj', '2026-05-01T25:00:00Z'])
    expect(queryDay.safeParse(bad).success).toBe(false)
})
