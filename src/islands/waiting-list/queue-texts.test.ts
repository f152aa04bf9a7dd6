import { expect, test } from 'vitest'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import { unchecked } from '../../unchecked.ts'
import { entriesHref, listEntriesAt } from './queue-texts.ts'

// Only the occasions of the entry are read.
const entry = { id: 5, occasionIds: [59, 60] } as WaitingEntry

test('an entry stands at each occasion of its set, and at no exam of the same number', () => {
  expect(listEntriesAt([entry], { kind: 0, referenceId: 60 })).toEqual([entry])
  expect(listEntriesAt([entry], { kind: 0, referenceId: 61 })).toEqual([])
  expect(listEntriesAt([entry], { kind: 2, referenceId: 60 })).toEqual([])
})

test('the way on from a date leads to the own place in its queue before that of a child', () => {
  const of = (userId: number) =>
    unchecked<WaitingEntry>({ educationId: userId, educationPartId: 4, members: [{ userId, name: 'Anna' }] })
  expect(entriesHref([of(8), of(7)], 7)).toBe('/education/7#part-4')
  expect(entriesHref([of(8)], 7)).toBe('/education/8?person=8#part-4')
  expect(entriesHref([], 7)).toBeNull()
})
