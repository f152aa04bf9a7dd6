import { expect, test } from 'vitest'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import { findOffer } from './find-offer.ts'

const offer: WaitingEntry = {
  id: 1,
  occasionId: 316,
  educationPartId: 114,
  educationId: 60,
  title: 'Kursdag',
  city: 'Karlstad',
  position: 1,
  occasionIds: [316],
  startDate: new Date('2027-01-14T17:00:00Z'),
  offerEnds: new Date('2026-12-02T19:00:00Z'),
  barred: null,
  mayAnswer: true,
  members: [{ userId: 7, name: 'Helena Ström' }],
}
const found = (more: Partial<WaitingEntry> = {}, userId = 7, educationId = 60) =>
  findOffer([{ ...offer, ...more }], { userId, educationId })

test('an offer of a seat is the next step in its education for the person it is for', () => {
  expect(found()).toMatchObject({ id: 1 })
  expect(found({}, 6)).toBeNull()
  expect(found({}, 7, 61)).toBeNull()
})

test('a place in the queue, and an offer that somebody else answers, are no step', () => {
  expect(found({ offerEnds: null })).toBeNull()
  expect(found({ mayAnswer: false })).toBeNull()
})
