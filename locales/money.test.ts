import { expect, test } from 'vitest'
import { moneyText } from './money.ts'

test('whole kronor are written without öre, others with two decimals', () => {
  expect(moneyText(1250, 'sv').replace(/\s/g, ' ')).toBe('1 250 kr')
  expect(moneyText(100.5, 'sv').replace(/\s/g, ' ')).toBe('100,50 kr')
  expect(moneyText(1250, 'en').replace(/\s/g, ' ')).toBe('SEK 1,250')
})
