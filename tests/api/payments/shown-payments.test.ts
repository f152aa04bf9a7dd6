import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { paymentRefunds, payments } from '#api/money/payments/table.ts'
import type { Booking } from '#api/office/bookings/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { insertFederation } from '../../federation.ts'
import { createChild, createFamily, toPair } from '../../guardians.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { addPaidOccasion, enableCardPayments, payAtStripe, payload, send, stripeMessage, webhook } from './fixtures.ts'

const { query } = database()

beforeAll(async () => {
  await insertFederation()
  await enableCardPayments()
})

const link = (guardian: Person, child: Person) =>
  query.insert(guardianLinks).values({
    ...toPair(guardian, child),
    createdByUserId: guardian.id,
    createdAt: new Date(),
    confirmedAt: new Date(),
    relation: 'parent',
  })

async function payFor(payer: Person, occasionId: number, child: Person, others: readonly Person[] = []) {
  const more = { others: others.map(({ id }) => ({ userId: id })) }
  const begun = await send(payer, ['POST', '/Payment/InitPayment'], { body: payload(child.id, occasionId, more) })
  const { paymentId } = await begun.json<{ paymentId: string }>()
  const [row] = await query.select().from(payments).where(eq(payments.id, paymentId))
  const reference = row?.providerReference ?? null
  await payAtStripe(reference)
  await webhook(stripeMessage(reference))
  return paymentId
}

async function paymentOf(reader: Person, child: Person): Promise<Booking['payment']> {
  const { bookings } = await reader.json<{ bookings: Booking[] }>('GET', `/user/${child.id}/Bookings`)
  expect(bookings).toHaveLength(1)
  return bookings[0]?.payment ?? null
}

const refund = (paymentId: string, amountMinor: number, made: Date | null, resultId: number | null = null) =>
  query.insert(paymentRefunds).values({
    paymentId,
    resultId,
    amountMinor,
    reason: 'office',
    createdAt: inDays(-1),
    refundedAt: made,
    state: made ? 2 : 1,
  })

test('only the payer and the office get the receipt; the other guardian and the child see that it is paid', async () => {
  const { helena, milo } = await createFamily()
  const [other, office] = [await signedIn(), await signedIn({ roles: { SuperAdministrator: {} } })]
  await link(other, milo)
  const { occasion } = await addPaidOccasion()
  const paymentId = await payFor(helena, occasion.id, milo)
  expect(await paymentOf(helena, milo)).toEqual({ receiptId: paymentId, isByCaller: true, refund: null })
  expect(await paymentOf(office, milo)).toEqual({ receiptId: paymentId, isByCaller: false, refund: null })
  for (const reader of [other, milo])
    expect(await paymentOf(reader, milo)).toEqual({ receiptId: null, isByCaller: false, refund: null })
})

test('a refund is shown with its amount and date to everybody who sees the booking', async () => {
  const { helena, milo } = await createFamily()
  const { occasion } = await addPaidOccasion()
  const paymentId = await payFor(helena, occasion.id, milo)
  await refund(paymentId, 10_000, null)
  expect(await paymentOf(milo, milo)).toMatchObject({ refund: { amount: 100, date: null } })
  const day = inDays(-1)
  await refund(paymentId, 20_000, day)
  const made = { amount: 200, date: day.toISOString() }
  expect(await paymentOf(milo, milo)).toEqual({ receiptId: null, isByCaller: false, refund: made })
  expect(await paymentOf(helena, milo)).toEqual({ receiptId: paymentId, isByCaller: true, refund: made })
})

test('a refund of one seat is not shown at another seat of the same payment', async () => {
  const { helena, milo } = await createFamily()
  const alva = await createChild()
  await link(helena, alva)
  const { occasion } = await addPaidOccasion()
  const paymentId = await payFor(helena, occasion.id, milo, [alva])
  const [seat] = await query.select().from(educationPartResults).where(eq(educationPartResults.userId, milo.id))
  await refund(paymentId, 45_000, inDays(-1), seat?.id)
  expect(await paymentOf(helena, milo)).toMatchObject({ refund: { amount: 450 } })
  expect(await paymentOf(helena, alva)).toMatchObject({ refund: null })
  await refund(paymentId, 5000, inDays(-1))
  expect(await paymentOf(helena, alva)).toMatchObject({ refund: null })
})
