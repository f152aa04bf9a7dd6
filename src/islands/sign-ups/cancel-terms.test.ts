import { expect, test } from 'vitest'
import { translator } from '#locales/translate.ts'
import { cancelUntilText, deadlineText, listCancelTerms, namePeople } from './cancel-terms.ts'

const t = translator('sv', 'sign-ups')
const now = new Date('2026-01-20T10:00:00Z')
const terms = { until: new Date('2026-02-03T22:59:59Z'), fee: 450, isInvoiced: false }
const read = (more: Partial<Parameters<typeof listCancelTerms>[0]> = {}) =>
  listCancelTerms({ ...terms, ...more }, now, t, 'sv')

test('a whole day is said as a day, and another deadline with its time', () => {
  expect(deadlineText(terms.until, 'sv')).toBe('tis 3 feb. 2026')
  expect(deadlineText(new Date('2026-02-03T08:00:00Z'), 'sv')).toBe('tis 3 feb. 2026 09:00')
})

test('the last day, the fee that comes back and what does not are said before a booking', () => {
  expect(read().slice(0, 2)).toEqual([
    'Du kan avanmäla dig till och med tis 3 feb. 2026.',
    'Då får du tillbaka hela avgiften.',
  ])
  expect(read().at(-1)).toContain('inget tillbaka')
})

test('an invoiced fee is not invoiced after a cancellation', () => {
  expect(read({ isInvoiced: true })[1]).toBe('Då betalar föreningen ingen avgift.')
})

test('nothing is said about money when there is no fee', () => {
  expect(read({ fee: 0 }).join(' ')).not.toMatch(/avgift|tillbaka/)
})

test('a booking after the last day says that it is for good', () => {
  const late = { until: new Date('2026-01-19T22:59:59Z') }
  expect(read(late)).toHaveLength(2)
  expect(read({ ...late, fee: 0 })).toEqual([t('terms.closed')])
})

test('a guardian reads about the child', () => {
  expect(cancelUntilText({ ...terms, person: 'Milo' }, t, 'sv')).toBe(
    'Du kan avanmäla Milo till och med tis 3 feb. 2026.',
  )
})

test('the terms of several people name them all', () => {
  const texts = { t, language: 'sv' }
  expect(namePeople('Milo', ['Alva Ström'], texts)).toBe('Milo och Alva Ström')
  expect(namePeople(undefined, ['Alva Ström', 'Milo Ström'], texts)).toBe('dig, Alva Ström och Milo Ström')
  expect(namePeople('Milo', [], texts)).toBe('Milo')
  expect(namePeople(undefined, [], texts)).toBeUndefined()
})
