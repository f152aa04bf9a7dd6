import { expect, test } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { countSeats, listTiedOccasions } from './tied-occasions.ts'

const occasion = (id: number, more: Partial<Occasion> = {}) =>
  ({ id, tagId: 7, canceled: false, startDate: new Date(2026, 5, id), availableSpots: null, ...more }) as Occasion

test('an occasion is grouped with the occasions of its tag that are not cancelled', () => {
  const all = [occasion(3), occasion(1), occasion(2, { canceled: true }), occasion(4, { tagId: 8 }), occasion(5)]
  expect(listTiedOccasions(occasion(1), all).map(({ id }) => id)).toEqual([3, 5])
})

test('an occasion without a tag is not grouped', () => {
  expect(listTiedOccasions(occasion(1, { tagId: null }), [occasion(2, { tagId: null })])).toEqual([])
})

test('a group has the free seats of its fullest occasion', () => {
  expect(countSeats([occasion(1, { availableSpots: 4 }), occasion(2), occasion(3, { availableSpots: 0 })])).toBe(0)
  expect(countSeats([occasion(1)])).toBeNull()
})
