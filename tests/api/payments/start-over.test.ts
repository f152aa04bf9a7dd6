import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { payments } from '#api/money/payments/table.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { readRefusal } from '../results/fixtures.ts'
import { addPaidOccasion, begun, enableCardPayments, expire, init, outcomeOf, payAtStripe, send } from './fixtures.ts'

const { query } = database()

beforeAll(enableCardPayments)

const startOver = (person: Person, id: string) => send(person, ['POST', `/Payment/StartOver/${id}`])
const begunAnew = async (person: Person, id: string) =>
  (await startOver(person, id)).json<{ paymentId: string; status: number }>()

test('an expired payment is started again, once for repeated requests, on the terms accepted before', async () => {
  const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
  const { id, payer } = await begun(occasion.id)
  await expire(id)
  const [first, second] = [await begunAnew(payer, id), await begunAnew(payer, id)]
  expect(first.paymentId).not.toBe(id)
  expect(second).toEqual({ ...first, status: 1 })
  expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 4, holds: 0, reserved: 1 })
  expect(await outcomeOf(first.paymentId, occasion.id)).toMatchObject({ status: 1, holds: 1 })
  const terms = (await query.select().from(payments).where(eq(payments.userId, payer.id))).map((one) =>
    one.termsAcceptedAt.toISOString(),
  )
  expect(new Set(terms).size).toBe(1)
  // The second payment ends too: a payer who returns to the first one continues with the latest.
  await expire(first.paymentId)
  const third = await begunAnew(payer, id)
  expect([id, first.paymentId]).not.toContain(third.paymentId)
})

test('a payment that was paid at the last moment remains paid, and no new one starts', async () => {
  const { occasion } = await addPaidOccasion()
  const { id, payer, reference } = await begun(occasion.id)
  await expire(id)
  await payAtStripe(reference)
  expect(await begunAnew(payer, id)).toEqual({ paymentId: id, status: 2 })
  expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 2, places: 1 })
})

test('a payment is not started again when the seat is taken, or for anybody but its payer', async () => {
  const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
  const { id, payer } = await begun(occasion.id)
  await expire(id)
  expect((await startOver(await signedIn(), id)).status).toBe(404)
  await send(payer, ['POST', `/Payment/OnPaid/${id}`])
  expect((await init(await signedIn(), occasion.id)).status).toBe(200)
  expect(await readRefusal(await startOver(payer, id))).toEqual([409, 'occasion_full'])
})
