import { expect, test } from 'vitest'
import { translator } from '#locales/translate.ts'
import { valueText } from './value-text.ts'

const wordsIn = (language: string) => {
  const nameOf = translator(language, 'auditFields')
  return { t: translator(language, 'audit'), nameOf, language }
}

test('what was written is said in words, however deep it lies', () => {
  const sv = wordsIn('sv')
  expect(valueText({ Organization: [20, 21] }, sv)).toBe('Organisationer: 20, 21')
  expect(valueText([{ text: 'Allergi?', required: true }], sv)).toBe('Text: Allergi?; Obligatorisk: ja')
  expect(valueText(['firstName', 'birthDate'], sv, 'fields')).toBe('Förnamn, Födelsedatum')
  expect(valueText(['firstName'], wordsIn('en'), 'fields')).toBe('First name')
  expect(valueText('2026-11-22T08:00:00.000Z', sv)).toBe('sön 22 nov. 2026 09:00')
})

test('nothing is a dash, and text stays as it was written', () => {
  const sv = wordsIn('sv')
  for (const nothing of [null, undefined, '', [], {}]) expect(valueText(nothing, sv)).toBe('–')
  expect([false, 0, 'Föreningen'].map((value) => valueText(value, sv))).toEqual(['nej', '0', 'Föreningen'])
})
