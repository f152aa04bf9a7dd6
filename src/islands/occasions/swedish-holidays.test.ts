import { expect, test } from 'vitest'
import { findHoliday } from './swedish-holidays.ts'

test.each([
  ['2026-01-01', 'newYearsDay'],
  ['2026-01-06', 'epiphany'],
  ['2026-04-03', 'goodFriday'],
  ['2026-04-04', 'easterEve'],
  ['2026-04-05', 'easterSunday'],
  ['2026-04-06', 'easterMonday'],
  ['2026-05-01', 'mayDay'],
  ['2026-05-14', 'ascensionDay'],
  ['2026-05-24', 'whitSunday'],
  ['2026-06-06', 'nationalDay'],
  ['2026-06-19', 'midsummerEve'],
  ['2026-06-20', 'midsummerDay'],
  ['2026-10-31', 'allSaintsDay'],
  ['2026-12-24', 'christmasEve'],
  ['2026-12-25', 'christmasDay'],
  ['2026-12-26', 'boxingDay'],
  ['2026-12-31', 'newYearsEve'],
  ['2026-06-13', null],
  ['2026-11-07', null],
  ['2026-03-29', null],
])('%s is %s', (day, holiday) => expect(findHoliday(day)).toBe(holiday))

test.each([
  '2000-04-23',
  '2008-03-23',
  '2011-04-24',
  '2019-04-21',
  '2024-03-31',
  '2025-04-20',
  '2027-03-28',
  '2028-04-16',
  '2030-04-21',
  '2038-04-25',
])('Easter Sunday is %s', (day) => expect(findHoliday(day)).toBe('easterSunday'))

test.each([
  ['2025-06-20', '2025-06-21', '2025-11-01'],
  ['2027-06-25', '2027-06-26', '2027-11-06'],
  ['2031-06-20', '2031-06-21', '2031-11-01'],
])('midsummer is %s and %s, and All Saints’ Day %s', (eve, day, saints) =>
  expect([eve, day, saints].map(findHoliday)).toEqual(['midsummerEve', 'midsummerDay', 'allSaintsDay']),
)
