import { beforeAll, expect, test } from 'vitest'
import type { Booking, Reservation } from '#api/office/bookings/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { createOccasion } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { createAdult, createFamily, insertParent } from '../../guardians.ts'
import { type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { addPaidOccasion, begun, enableCardPayments, init, payAtStripe, send } from './fixtures.ts'

beforeAll(async () => {
  await insertFederation()
  await enableCardPayments()
})

const reservationsOf = async (reader: Person, userId = reader.id, query = '') => {
  const answer = await reader.json<{ bookings: Booking[]; reservations: Reservation[] }>(
    'GET',
    `/user/${userId}/Bookings${query}`,
  )
  return answer.reservations
}

test('an unpaid reservation is shown to its payer, with its date, its time and its own payment', async () => {
  const { occasion, id: educationId } = await addPaidOccasion()
  const payer = await signedIn()
  const { paymentId } = await (await init(payer, occasion.id)).json<{ paymentId: string }>()
  const expected = [{ paymentId, occasionId: occasion.id, city: occasion.city, educationId, amount: 450 }]
  expect(await reservationsOf(payer)).toMatchObject(expected)
  expect(await reservationsOf(payer, payer.id, `?educationId=${educationId}`)).toMatchObject(expected)
  const other = await addPaidOccasion()
  expect(await reservationsOf(payer, payer.id, `?educationId=${other.id}`)).toEqual([])
  expect(await reservationsOf(await signedIn())).toEqual([])
  const admin = await signedIn({ roles: { SuperAdministrator: {} } })
  expect(await reservationsOf(admin, payer.id)).toEqual([])
})

test('a child and the other guardian are shown the seat that a guardian pays for, and are not asked to pay', async () => {
  const { helena, milo } = await createFamily()
  const { occasion, id: educationId } = await addPaidOccasion()
  const signUp = { userId: milo.id, occasionIds: [occasion.id] }
  const body = { signUp, termsAccepted: true }
  const response = await send(helena, ['POST', '/Payment/InitPayment'], { body })
  const { paymentId } = await response.json<{ paymentId: string }>()
  const seat = { paymentId, occasionId: occasion.id, startDate: occasion.startsAt.toISOString(), userId: milo.id }
  const shown = [{ ...seat, isRequested: false, isByGuardian: true }]
  expect(await reservationsOf(milo)).toMatchObject(shown)
  expect(await reservationsOf(milo, milo.id, `?educationId=${educationId}`)).toMatchObject(shown)
  expect(await reservationsOf(helena, milo.id)).toMatchObject([{ ...seat, isByGuardian: false }])
  expect(await reservationsOf(helena)).toMatchObject([{ ...seat, isByGuardian: false }])
  const second = await createAdult()
  await insertParent(second, milo)
  expect(await reservationsOf(second, milo.id)).toMatchObject(shown)
  expect(await reservationsOf(second)).toEqual([])
})

test('the sign-up of another date names the date that the open payment is for', async () => {
  const { occasion, firstPartId } = await addPaidOccasion()
  const later = await createOccasion(firstPartId, {
    startsAt: inDays(60),
    endsAt: inDays(61),
    city: 'Falun',
    feeMinor: 50_000,
  })
  const payer = await signedIn()
  const { paymentId } = await (await init(payer, occasion.id)).json<{ paymentId: string }>()
  const path = `/user/${payer.id}/canUserSignUpToEducationForOccasion/${later.id}`
  const offer = await (await send(payer, ['GET', path])).json<SignUpOffer>()
  expect(offer).toMatchObject({
    allowed: false,
    reason: 'payment_under_way',
    reservation: {
      paymentId,
      occasionId: occasion.id,
      city: occasion.city,
      startDate: occasion.startsAt.toISOString(),
    },
  })
})

test('a paid booking names its receipt and what a cancellation pays back, and is no reservation', async () => {
  const { occasion } = await addPaidOccasion()
  const { id: paymentId, payer, reference } = await begun(occasion.id)
  await payAtStripe(reference)
  await send(payer, ['POST', `/Payment/OnPaid/${paymentId}`])
  expect(await payer.json('GET', `/user/${payer.id}/Bookings`)).toMatchObject({
    bookings: [
      { state: 'signedUp', fee: 450, payment: { receiptId: paymentId, isByCaller: true }, refundOnCancel: 450 },
    ],
    reservations: [],
  })
})
