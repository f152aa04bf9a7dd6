import { expect, test } from 'vitest'
import { toDayText, toFlagText, toOptionText } from './filter-texts.ts'

test('a day is written in the language of the page, and what is no day narrows nothing', () => {
  expect(toDayText('sv')('2026-03-01')).toBe('1 mars 2026')
  expect(['2026-02-31', 'soon', ''].map(toDayText('sv'))).toEqual([null, null, null])
})

test('a choice has its label, and a flag none', () => {
  const text = toOptionText([{ value: 7, label: 'Kils MK' }])
  expect([text('7'), text('8')]).toEqual(['Kils MK', undefined])
  expect([toFlagText('1'), toFlagText('0')]).toEqual(['', null])
})
