import { expect, test } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { Reservation } from '#api/office/bookings/contract.ts'
import { toReservedPart } from './part-reservations.ts'

// Only the ids are read.
const occasions = [50, 51].map((id) => ({ id }) as Occasion)
const reservation: Reservation = {
  paymentId: 'p',
  expires: new Date('2026-12-01T10:00:00Z'),
  amount: 700,
  educationId: 1,
  educationTitle: 'Bygg din bil',
  educationPartIds: [2, 3],
  occasionIds: [50, 60],
  educationPartId: 2,
  partTitle: 'Dag 1',
  occasionId: 50,
  startDate: null,
  city: null,
  userId: 6,
  isRequested: false,
  isByGuardian: false,
}
const step = (id: number, isReserved = false) => ({ part: { id }, isReserved, occasions })

test('a reserved date is not offered again, and its card stands at the first part of the payment', () => {
  expect(toReservedPart(step(2), [reservation], 6)).toMatchObject({
    reservations: [reservation],
    choices: [occasions[1]],
  })
  const second = { ...step(3), occasions: [{ id: 60 } as Occasion] }
  expect(toReservedPart(second, [reservation], 6)).toMatchObject({ reservations: [], choices: null })
  expect(toReservedPart(step(4), [reservation], 6)).toMatchObject({ reservations: [], choices: occasions })
})

test('a child that waits for a guardian chooses no other date, at none of the parts', () => {
  const requested = { ...reservation, isRequested: true }
  expect(toReservedPart(step(2), [requested], 6).choices).toBeNull()
  expect(toReservedPart(step(3), [requested], 6).choices).toBeNull()
  expect(toReservedPart(step(2), [requested], 7).choices).toEqual([occasions[1]])
  expect(toReservedPart(step(2, true), [], 6).choices).toBeNull()
  const paid = { ...reservation, isByGuardian: true }
  expect(toReservedPart(step(2, true), [paid], 6)).toEqual({ reservations: [paid], choices: null, isWaiting: true })
})
