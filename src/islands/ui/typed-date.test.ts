import { expect, test } from 'vitest'
import { isDateIn, validateTypedDate } from './typed-date.ts'

const stored = new Date(2026, 4, 9)
const typed = (text: string, wasTaken = false) =>
  validateTypedDate({ text, format: 'yyyy-MM-dd', value: stored, wasTaken })

test('a text is a date in its own format only', () => {
  expect([isDateIn('2026-05-09', 'yyyy-MM-dd'), isDateIn(' 2026-5-9 ', 'yyyy-MM-dd')]).toEqual([true, true])
  expect(['09/05/2026', '2026-02-31', '20260509', 'May 9, 2026'].some((text) => isDateIn(text, 'yyyy-MM-dd'))).toBe(
    false,
  )
  expect([isDateIn('2026-05-09', 'yyyy-MM-dd HH:mm'), isDateIn('2026-05-09', 'MM/dd/yyyy')]).toEqual([false, false])
})

test('text that is not a date is reported', () => {
  expect(typed('i morgon')).toBe('unreadable')
  expect(typed('2026-13-40')).toBe('unreadable')
})

test('a date that may not be chosen is reported as unavailable', () => {
  expect(typed('2026-05-10')).toBe('notSelectable')
})

test('the day of a value with a time is not reported when it is typed again', () => {
  const later = { text: '2026-05-09', format: 'yyyy-MM-dd', value: new Date(2026, 4, 9, 18, 30), wasTaken: false }
  expect(validateTypedDate(later)).toBe('taken')
})

test('accepted, emptied and unchanged text is not reported', () => {
  expect(typed('2026-05-10', true)).toBe('taken')
  expect(typed(' ')).toBe('taken')
  expect(typed('2026-05-09')).toBe('taken')
})
