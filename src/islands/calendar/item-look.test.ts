import { expect, test } from 'vitest'
import { translator } from '#locales/translate.ts'
import { type FactsItem, itemFacts } from './item-look.ts'

const item: FactsItem = {
  city: 'Åmål',
  venue: null,
  isOnline: false,
  availableSpots: 3,
  fee: 0,
  isFeePaid: false,
  isFeeOfSet: false,
}
const price = (more: Partial<FactsItem>) =>
  itemFacts({ ...item, ...more }, 'open', translator('sv', 'calendar'), 'sv').at(-1)?.text

test('a date is free of charge only when nothing has been paid for it', () => {
  expect(price({})).toBe('Kostnadsfritt')
  expect(price({ isFeePaid: true })).toBe('Inget mer att betala')
  expect(price({ isFeePaid: true, fee: 250 })).toMatch(/^250/)
})
