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

test('accepted, emptied and unchanged text is not reported', () => {
  expect(typed('2026-05-10', true)).toBe('taken')
  expect(typed(' ')).toBe('taken')
  expect(typed('2026-05-09')).toBe('taken')
})
