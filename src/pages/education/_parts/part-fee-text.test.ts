import { expect, test } from 'vitest'
import { translator } from '#locales/translate.ts'
import { partFeeText } from './part-fee-text.ts'

const t = translator('sv', 'educations')
const text = (more: Partial<Parameters<typeof partFeeText>[0]>) =>
  partFeeText({ fee: { from: 1200, to: 1200 }, feeAlsoFor: [], educationFee: 0, ...more }, t, 'sv').replaceAll(
    '\u00a0',
    ' ',
  )

test('the fee of a part says what it pays for besides the part', () => {
  expect(text({})).toBe('1 200 kr')
  expect(text({ feeAlsoFor: ['Bandag'] })).toBe('1 200 kr tillsammans med Bandag')
  expect(text({ feeAlsoFor: ['Bandag', 'Prov'] })).toBe('1 200 kr tillsammans med Bandag och Prov')
})

test('the fee of a part says when the fee of the education is added', () => {
  expect(text({ educationFee: 300 })).toBe('1 200 kr, utbildningens avgift tillkommer')
  expect(text({ fee: { from: 100, to: 200 } })).toBe('från 100 kr')
})
