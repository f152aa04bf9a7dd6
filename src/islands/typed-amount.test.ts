import { expect, test } from 'vitest'
import { amountText, typedMinor } from './typed-amount.ts'

test.each([
  ['450', 45_000],
  ['1 250,50 kr', 125_050],
  ['0', 0],
  ['0.1', 10],
  ['1000000', 100_000_000],
  ['1000000,01', null],
  ['-1', null],
  ['1,005', null],
  ['', null],
  ['12 kronor', null],
])('%s is %s öre', (text, minor) => expect(typedMinor(text)).toBe(minor))

test('an amount is typed as the reader writes it', () => {
  expect(amountText(1250, 'sv')).toBe('1250')
  expect(amountText(450.5, 'sv')).toBe('450,50')
  expect(amountText(450.5, 'en')).toBe('450.50')
})
