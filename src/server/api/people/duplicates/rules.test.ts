import { expect, test } from 'vitest'
import { joinPairs } from './rules.ts'

test('a pair has all its reasons, and a page ends where the next begins', () => {
  const pairs = [
    { id: 1, otherId: 9 },
    { id: 2, otherId: 3 },
  ]
  const found = [
    { reason: 'birthDateAndName' as const, pairs },
    { reason: 'phoneAndSurname' as const, pairs: [{ id: 1, otherId: 9 }] },
  ]
  expect(joinPairs(found, 1)).toEqual({
    pairs: [{ id: 1, otherId: 9, reasons: ['birthDateAndName', 'phoneAndSurname'] }],
    next: { id: 1, otherId: 9 },
  })
  expect(joinPairs(found, 5).next).toBeNull()
})
