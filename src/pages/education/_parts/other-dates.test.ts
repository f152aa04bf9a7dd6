import { expect, test } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { listOtherDates } from './other-dates.ts'

const occasion = {
  id: 2,
  tagId: null,
  hasFreeSpots: true,
  fee: 0.3,
  startDate: new Date('2026-06-01T08:00:00Z'),
  lastCancelDate: null,
  lastSignUpDate: null,
  // The other fields of an occasion decide nothing here.
} as unknown as Occasion

const idsFor = (booking: { fee: number; educationFee: number }, more: Partial<Occasion> = {}) =>
  listOtherDates([{ ...occasion, ...more }], { occasionId: 1, ...booking }).map(({ id }) => id)

test('a date is offered when it costs no more than the booking was charged beside the education’s own fee', () => {
  expect(idsFor({ fee: 0.3, educationFee: 0 })).toEqual([2])
  expect(idsFor({ fee: 50.4, educationFee: 50.1 })).toEqual([2])
  expect(idsFor({ fee: 50.3, educationFee: 50.1 })).toEqual([])
})

test('the booked date, a full one and a tied one are not offered', () => {
  const anyFee = { fee: 1, educationFee: 0 }
  expect([idsFor(anyFee, { id: 1 }), idsFor(anyFee, { hasFreeSpots: false }), idsFor(anyFee, { tagId: 4 })]).toEqual([
    [],
    [],
    [],
  ])
})
