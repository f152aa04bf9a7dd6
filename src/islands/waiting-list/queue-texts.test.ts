import { expect, test } from 'vitest'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import { listEntriesAt } from './queue-texts.ts'

// Only the occasions of the entry are read.
const entry = { id: 5, occasionIds: [59, 60] } as WaitingEntry

test('an entry stands at each occasion of its set, and at no exam of the same number', () => {
  expect(listEntriesAt([entry], { kind: 0, referenceId: 60 })).toEqual([entry])
  expect(listEntriesAt([entry], { kind: 0, referenceId: 61 })).toEqual([])
  expect(listEntriesAt([entry], { kind: 2, referenceId: 60 })).toEqual([])
})
