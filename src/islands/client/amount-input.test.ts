import { expect, test } from 'vitest'
import { formatAmountInput, parseMinor, parseNumberInput } from './amount-input.ts'

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
])('the amount typed as %s is %s öre', (text, minor) => expect(parseMinor(text)).toBe(minor))

test('parses an amount in the reader’s notation', () => {
  expect(formatAmountInput(1250, 'sv')).toBe('1250')
  expect(formatAmountInput(450.5, 'sv')).toBe('450,50')
  expect(formatAmountInput(450.5, 'en')).toBe('450.50')
})

test.each([
  ['', null],
  [' 12 ', 12],
  ['1 250,5', 1250.5],
  ['12 st', '12 st'],
  ['10-12', '10-12'],
  ['1e999', '1e999'],
])('the amount %s is sent as %j, never as an empty value', (text, sent) =>
  expect(JSON.parse(JSON.stringify({ sent: parseNumberInput(text) }))).toEqual({ sent }),
)
