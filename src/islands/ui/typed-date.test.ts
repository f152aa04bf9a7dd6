import { expect, test } from 'vitest'
import { validateTypedDate } from './typed-date.ts'

const stored = new Date(2026, 4, 9)
const typed = (text: string, wasTaken = false) =>
  validateTypedDate({ text, format: 'yyyy-MM-dd', value: stored, wasTaken })

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
