import { expect, test } from 'vitest'
import { translator } from '#locales/translate.ts'
import { formatValue, toPhraseTexts } from './rules.ts'

const wordsIn = (language: string, action: string, names: Record<string, string>) => {
  const texts = {
    audit: translator(language, 'audit'),
    auditFields: translator(language, 'audit-fields'),
    auditValues: translator(language, 'audit-values'),
    refusals: translator(language, 'refusals'),
  }
  return toPhraseTexts(texts, { action, names, language })
}

const sv = wordsIn('sv', 'test.changed', { 'organization/20': 'Kils MK', 'organization/21': 'Karlstads MK' })

test('describes stored values in words at any depth', () => {
  expect(formatValue({ Organization: [20, 21, 22] }, sv)).toBe('Organisationer: Kils MK, Karlstads MK, 22')
  expect(formatValue([{ text: 'Allergi?', required: true, type: 'yesno' }], sv)).toBe(
    'Text: Allergi?; Obligatorisk: ja; Typ: Ja eller nej',
  )
  expect(formatValue(['firstName', 'birthDate'], sv, 'fields')).toBe('Förnamn, Födelsedatum')
  expect(formatValue(['firstName'], wordsIn('en', 'test.changed', {}), 'fields')).toBe('First name')
  expect(formatValue('2026-11-22T08:00:00.000Z', sv)).toBe('sön 22 nov. 2026 09:00')
})

test('translates codes in both languages, and leaves reasons as they are', () => {
  expect(formatValue('earned', sv, 'basis')).toBe('Kraven uppfyllda')
  expect(formatValue('earned', wordsIn('en', 'license.issued', {}), 'basis')).toBe('Requirements met')
  expect(formatValue([0, 1], sv, 'paymentMethods')).toBe('Kort, Faktura till föreningen')
  expect(formatValue('occasion_full', sv, 'because')).not.toBe('occasion_full')
  expect(formatValue('earned', sv, 'note')).toBe('earned')
})

test('the action decides which kind of thing an id refers to', () => {
  const names = { 'occasion/7': 'Grundkurs · Kil', 'education/7': 'Förarlicens' }
  expect(formatValue(7, wordsIn('sv', 'result.moved', names), 'from')).toBe('Grundkurs · Kil')
  expect(formatValue(7, wordsIn('sv', 'education.copied', names), 'from')).toBe('Förarlicens')
  expect(formatValue('2026-01-01', wordsIn('sv', 'disturbanceMessage.created', names), 'from')).toBe('2026-01-01')
})

test('names the first of a long list and counts the rest', () => {
  const many = Array.from({ length: 1020 }, (_, index) => index + 1)
  expect(formatValue(many, sv, 'userIds')).toMatch(/^1, 2, .*20, och 1\s000 till$/)
})

test('shows null as a dash and text unchanged', () => {
  for (const nothing of [null, undefined, '', [], {}]) expect(formatValue(nothing, sv)).toBe('–')
  expect([false, 0, 'Föreningen'].map((value) => formatValue(value, sv))).toEqual(['nej', '0', 'Föreningen'])
})

test('leaves an unknown field or code unchanged', () => {
  expect(formatValue({ unknown: 'constructor' }, sv)).toBe('unknown: constructor')
})
