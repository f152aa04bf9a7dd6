import { expect, test } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { type OccasionCardInput, readOccasion } from './read-occasion.ts'

const occasion = {
  id: 1,
  tagId: 7,
  canceled: false,
  startDate: new Date('2026-06-01T08:00:00Z'),
  availableSpots: 4,
  hasFreeSpots: true,
  fee: 0,
  needsApproval: false,
  blockedForExternalUsers: false,
  responsibleIds: [],
  // The other fields of an occasion decide nothing here.
} as unknown as Occasion

const read = (more: Partial<OccasionCardInput>) =>
  readOccasion({
    occasion,
    tied: [],
    educationId: 5,
    educationFee: 0,
    isFeePaid: false,
    userId: 20,
    person: 'Alva',
    family: [],
    blocked: false,
    isExternal: false,
    locked: false,
    bookings: [],
    waiting: [],
    pricesElsewhere: [],
    actor: null,
    ...more,
  })

test('a date whose set has a part that is booked already is not offered', () => {
  const tied = [occasion, { ...occasion, id: 2, educationPartId: 9 }]
  const booked = (state: 'signedUp' | 'canceled') => read({ tied, bookings: [{ educationPartId: 9, state }] })
  expect(booked('signedUp')).toMatchObject({ isTiedBooked: true, maySignUp: false, mayQueue: false })
  expect(booked('canceled')).toMatchObject({ isTiedBooked: false, maySignUp: true })
  expect(read({ bookings: [{ educationPartId: 9, state: 'signedUp' }] }).maySignUp).toBe(true)
})

const closed = { ...occasion, blockedForExternalUsers: true }

test('a date that is closed to external people is not offered to an external child of a guardian', () => {
  expect(read({ occasion: closed, isExternal: true })).toMatchObject({ isBlocked: true, maySignUp: false })
  expect(read({ occasion: { ...closed, hasFreeSpots: false }, isExternal: true }).mayQueue).toBe(false)
  expect(read({ occasion: closed })).toMatchObject({ isBlocked: false, maySignUp: true })
  expect(read({ isExternal: true })).toMatchObject({ isBlocked: false, maySignUp: true })
})

test('a date that is tied to a closed one is closed too, since both are signed up for at once', () => {
  expect(read({ tied: [occasion, { ...closed, id: 2 }], isExternal: true }).isBlocked).toBe(true)
})

test('external siblings cannot come along on a closed date, the others can', () => {
  const family = [
    { id: 21, name: 'Bo', isExternal: true },
    { id: 22, name: 'Cia', isExternal: false },
  ]
  expect(read({ occasion: closed, family }).along.map(({ id }) => id)).toEqual([22])
  expect(read({ occasion: closed, family }).unqueued.map(({ id }) => id)).toEqual([20, 22])
  expect(read({ family }).along.map(({ id }) => id)).toEqual([21, 22])
})
