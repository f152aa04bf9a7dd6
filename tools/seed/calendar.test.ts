import { expect, test } from 'vitest'
import { createCalendar } from './calendar.ts'

test('today is the portal’s day, also while it is yesterday in Greenwich', () => {
  expect(createCalendar(new Date('2026-11-22T22:59:00Z')).on(12)).toBe('2026-12-04')
  const late = createCalendar(new Date('2026-11-22T23:30:00Z'))
  expect([late.on(12), late.at(12, 9).toISOString()]).toEqual(['2026-12-05', '2026-12-05T08:00:00.000Z'])
  expect(createCalendar(new Date('2026-06-30T22:30:00Z')).on(0)).toBe('2026-07-01')
})
