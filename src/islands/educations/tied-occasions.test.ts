import { expect, test } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { countSeats, listTiedOccasions } from './tied-occasions.ts'

const occasion = (id: number, more: Partial<Occasion> = {}) =>
  ({ id, tagId: 7, canceled: false, startDate: new Date(2026, 5, id), availableSpots: null, ...more }) as Occasion

test('an occasion is tied to those with its tag that are not canceled', () => {
  const all = [occasion(3), occasion(1), occasion(2, { canceled: true }), occasion(4, { tagId: 8 }), occasion(5)]
  expect(listTiedOccasions(occasion(1), all).map(({ id }) => id)).toEqual([3, 5])
})

test('without a tag it stands alone, also beside others without one', () => {
  expect(listTiedOccasions(occasion(1, { tagId: null }), [occasion(2, { tagId: null })])).toEqual([])
})

test('who must take all has the places of the fullest', () => {
  expect(countSeats([occasion(1, { availableSpots: 4 }), occasion(2), occasion(3, { availableSpots: 0 })])).toBe(0)
  expect(countSeats([occasion(1)])).toBeNull()
})
