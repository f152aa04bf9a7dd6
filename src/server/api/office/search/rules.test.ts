import { expect, test } from 'vitest'
import { parseExactValues, toPhoneDigits } from './rules.ts'

test.each([
  ['070-123 45 67', '0701234567'],
  ['+46 70 123 45 67', '0701234567'],
  ['+46 (0)70 123 45 67', '0701234567'],
  ['0046701234567', '0701234567'],
  ['070123', '070123'],
  ['+4712345678', '+4712345678'],
])('the search %s is the phone number %s', (text, digits) => expect(toPhoneDigits(text)).toBe(digits))

test.each(['07012', '1042', 'bana 070123456', 'lisa@example.se', ''])('the search %s is no phone number', (text) =>
  expect(toPhoneDigits(text)).toBeNull(),
)

test.each([
  ['1042', 1042],
  ['#1042', 1042],
  ['Faktura 1042', 1042],
  ['kvitto #17', 17],
])('the search %s is the number %i', (text, number) => expect(parseExactValues(text).number).toBe(number))

test.each(['104 2', 'bana 1042', '10.5', '12345678901', 'A1042'])('the search %s is no number', (text) =>
  expect(parseExactValues(text).number).toBeNull(),
)
