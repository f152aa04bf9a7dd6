import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { Receipt } from '#api/money/payments/contract.ts'
import { paymentRefunds, payments } from '#api/money/payments/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { insertFederation } from '../../federation.ts'
import { anonymous, database, signedIn } from '../../portal.ts'
import { readRefusal, resultsPath, signUp } from '../results/fixtures.ts'
import { createOccasionSet, prepareTags } from '../tags/fixtures.ts'
import {
  addPaidOccasion,
  atStripe,
  begun,
  enableCardPayments,
  expire,
  init,
  outcomeOf,
  payAtStripe,
  payload,
  runAskJob,
  send,
  stripeMessage,
  webhook,
} from './fixtures.ts'

const { query } = database()
const admin = await signedIn({ roles: { SuperAdministrator: {} } })

beforeAll(async () => {
  await insertFederation()
  await query.run(sql`update organizations set address_line_1 = 'Banvägen 1', postal_number = '111 22', city = 'Stockholm'
    where is_main = 1`)
  await prepareTags()
  await enableCardPayments()
})

const onPaid = (id: string) => `/Payment/OnPaid/${id}`

describe('a payment begins', () => {
  test('at the price of the education and the occasion, and holds the seat', async () => {
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 }, { feeMinor: 5_050, vatRate: 25 })
    const { id, payer, amount } = await begun(occasion.id)
    expect(amount).toBe(500.5)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 1, holds: 1, reserved: 1, booked: 0, places: 0 })
    const [row] = await query.select().from(payments).where(eq(payments.id, id))
    expect(row).toMatchObject({ amountMinor: 50_050, vatMinor: 1_010 + 9_000, currency: 'SEK', userId: payer.id })
    expect(await readRefusal(await signUp(await signedIn(), occasion.id))).toEqual([409, 'occasion_full'])
    expect(await readRefusal(await init(await signedIn(), occasion.id))).toEqual([409, 'occasion_full'])
  })

  test('with a frame for its payer only', async () => {
    const { occasion } = await addPaidOccasion()
    const { id, payer, reference } = await begun(occasion.id)
    const path = `/Payment/GetPaymentIframe/${id}`
    const { url } = await (await send(payer, ['GET', path])).json<{ url: string }>()
    expect(url).toBe(
      `http://payment.content.localhost:8787/card?language=sv#key=pk_test_1&secret=${encodeURIComponent(`${reference}_secret`)}`,
    )
    expect((await send(await signedIn(), ['GET', path])).status).toBe(404)
    expect((await send(admin, ['GET', `/Payment/GetStatus/${id}`])).status).toBe(404)
    expect((await send(null, ['GET', path])).status).toBe(401)
  })

  test('once per key, and once per seat', async () => {
    const { occasion } = await addPaidOccasion()
    const payer = await signedIn()
    const body = { ...payload(payer.id, occasion.id), idempotencyKey: crypto.randomUUID() }
    const first = await (await send(payer, ['POST', '/Payment/InitPayment'], { body })).json<{ paymentId: string }>()
    const again = await (await send(payer, ['POST', '/Payment/InitPayment'], { body })).json<{ paymentId: string }>()
    expect(again.paymentId).toBe(first.paymentId)
    expect(await readRefusal(await init(payer, occasion.id))).toEqual([409, 'payment_under_way'])
    expect(await readRefusal(await signUp(payer, occasion.id))).toEqual([409, 'payment_under_way'])
    const path = `/user/${payer.id}/canUserSignUpToEducationForOccasion/${occasion.id}`
    const offer = await (await send(payer, ['GET', path])).json<SignUpOffer>()
    expect(offer).toMatchObject({ allowed: false, reason: 'payment_under_way', paymentUnderWay: first.paymentId })
  })

  test('once for concurrent requests', async () => {
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    const people = await Promise.all([1, 2, 3, 4].map(() => signedIn()))
    const answers = await Promise.all(people.map((person) => init(person, occasion.id)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const payer = await signedIn()
    const { occasion: other } = await addPaidOccasion()
    const both = await Promise.all([init(payer, other.id), init(payer, other.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('not without accepted terms, a fee, or cards at the occasion, nor for another person', async () => {
    const { occasion } = await addPaidOccasion()
    const payer = await signedIn()
    const body = { ...payload(payer.id, occasion.id), termsAccepted: false }
    expect((await send(payer, ['POST', '/Payment/InitPayment'], { body })).status).toBe(400)
    const free = (await addPaidOccasion({ feeMinor: 0 })).occasion
    expect(await readRefusal(await init(payer, free.id))).toEqual([409, 'payment_free'])
    const invoiced = (await addPaidOccasion({ paymentMethods: [1] })).occasion
    expect(await readRefusal(await init(payer, invoiced.id))).toEqual([409, 'fee'])
    const other = await signedIn()
    expect((await init(payer, occasion.id, { userId: other.id })).status).toBe(403)
    expect(await readRefusal(await init(payer, occasion.id, {}, {}))).toEqual([503, 'payment_unavailable'])
  })

  test('for an external person, who has no other way to pay', async () => {
    const { occasion } = await addPaidOccasion()
    const outsider = await signedIn({ isExternal: true })
    const path = `/user/${outsider.id}/canUserSignUpToEducationForOccasion/${occasion.id}`
    const offer = await (await send(outsider, ['GET', path])).json<SignUpOffer>()
    expect(offer).toMatchObject({ mayBeInvoiced: false, mayPayByCard: true, fee: 450 })
    expect((await init(outsider, occasion.id)).status).toBe(200)
  })

  test('not when the provider is unavailable, and the seat is released', async () => {
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    await atStripe({ isDown: true })
    const refused = await init(await signedIn(), occasion.id)
    await atStripe({ isDown: false })
    expect(await readRefusal(refused)).toEqual([503, 'payment_unavailable'])
    expect((await init(await signedIn(), occasion.id)).status).toBe(200)
  })
})

describe('the payment succeeds', () => {
  test('and gives a seat, a receipt and one e-mail, however many messages arrive', async () => {
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    const payer = await signedIn({ email: `${crypto.randomUUID()}@prov.example`, firstName: 'Ella', lastName: 'Ek' })
    const { id, reference } = await begun(occasion.id, payer)
    await payAtStripe(reference)
    const message = stripeMessage(reference)
    const responses = await Promise.all([webhook(message), webhook(message), send(payer, ['POST', onPaid(id)])])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    await webhook(stripeMessage(reference))
    const paid = { status: 2, places: 1, refunds: 0, holds: 0, reserved: 0, booked: 1 }
    expect(await outcomeOf(id, occasion.id)).toEqual(paid)
    const receipt = await (await anonymous('GET', `/Payment/GetReceipt/${id}`)).json<Receipt>()
    expect(receipt).toMatchObject({ amount: 450, vatAmount: 0, lastDigits: '4242', payerName: null })
    expect(receipt.seller?.name).toBeTruthy()
    const own = await payer.fetch('GET', `/Payment/GetReceipt/${id}`)
    expect(await own.json()).toMatchObject({ payerName: 'Ella Ek' })
    expect(own.headers.get('cache-control')).toContain('no-store')
    const letters = (await query.select().from(outboxMails)).filter(({ body }) => body.includes(id))
    expect(letters).toHaveLength(1)
    const [result] = await query.select().from(educationPartResults).where(eq(educationPartResults.paymentId, id))
    expect(result).toMatchObject({ feeAtSignUpMinor: 45_000, invoiceRecipientId: null, userId: payer.id })
  })

  test('receipts are numbered one after the other', async () => {
    const { occasion } = await addPaidOccasion()
    const all = [await begun(occasion.id), await begun(occasion.id)]
    await Promise.all(all.map(({ reference }) => payAtStripe(reference)))
    await Promise.all(all.map(({ id, payer }) => send(payer, ['POST', onPaid(id)])))
    const numbers = await Promise.all(
      all.map(
        async ({ id }) => (await (await anonymous('GET', `/Payment/GetReceipt/${id}`)).json<Receipt>()).receiptNumber,
      ),
    )
    expect(Math.abs((numbers[0] ?? 0) - (numbers[1] ?? 0))).toBe(1)
  })

  test('late, when the seat is taken: a refund is due', async () => {
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    const { id, payer, reference } = await begun(occasion.id)
    await expire(id)
    await atStripe({ isDown: true })
    expect(await runAskJob(id)).toBe(1)
    await atStripe({ isDown: false })
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 1, holds: 0, reserved: 0 })
    await payAtStripe(reference)
    const faster = await begun(occasion.id)
    await payAtStripe(faster.reference)
    await webhook(stripeMessage(faster.reference))
    expect((await webhook(stripeMessage(reference))).status).toBe(200)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 2, places: 0, refunds: 1, booked: 1 })
    const [task] = await query.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, id))
    expect(task).toMatchObject({ amountMinor: 45_000, reason: 'place_lost', refundedAt: null })
    const state = await (await send(payer, ['GET', `/Payment/GetStatus/${id}`])).json()
    expect(state).toMatchObject({ status: 2, placed: false, isCanceled: false })
  })

  test('for a date with approval: the sign-up is pending, and a refusal creates a refund task', async () => {
    const { occasion } = await addPaidOccasion({ needsApproval: true })
    const { id, payer, reference } = await begun(occasion.id)
    await payAtStripe(reference)
    await webhook(stripeMessage(reference))
    const [result] = await query.select().from(educationPartResults).where(eq(educationPartResults.paymentId, id))
    expect(result?.signedUpAt).toBeNull()
    await admin.fetch('PUT', resultsPath, [{ resultId: result?.id, userId: payer.id, canceled: true }])
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 2, places: 0, refunds: 1 })
    const state = await (await send(payer, ['GET', `/Payment/GetStatus/${id}`])).json()
    expect(state).toMatchObject({ status: 2, isCanceled: true })
  })

  test('and the office cancels the occasion: each payment gets a refund task', async () => {
    const { occasion } = await addPaidOccasion()
    const all = [await begun(occasion.id), await begun(occasion.id)]
    for (const { reference } of all) {
      await payAtStripe(reference)
      await webhook(stripeMessage(reference))
    }
    const canceled = await admin.fetch('PUT', `/EducationPartOccasions/${occasion.id}/CancelOccasion`, {
      reason: 'Banan är avstängd',
    })
    expect(canceled.status).toBeLessThan(300)
    for (const { id } of all) expect(await outcomeOf(id, occasion.id)).toMatchObject({ places: 0, refunds: 1 })
  })

  test('from a payer who never returns: the job polls the provider', async () => {
    const { occasion } = await addPaidOccasion()
    const { id, reference } = await begun(occasion.id)
    expect(await runAskJob(id)).toBe(1)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 1, holds: 1 })
    await payAtStripe(reference)
    expect(await runAskJob(id)).toBe(1)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 2, places: 1 })
    expect(await runAskJob(id)).toBe(0)
  })
})

describe('the payment does not succeed', () => {
  test('in time: it can no longer be paid, and the seat is released', async () => {
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    const { id, reference } = await begun(occasion.id)
    await expire(id)
    await runAskJob(id)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 4, holds: 0, reserved: 0, refunds: 0 })
    expect((await payAtStripe(reference)).session).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
  })

  test('because it is given up: the seat is released, and another try is a new payment', async () => {
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    const { id, payer } = await begun(occasion.id)
    expect(await (await send(payer, ['POST', `/Payment/Cancel/${id}`])).json()).toMatchObject({ status: 4 })
    expect(await readRefusal(await send(payer, ['GET', `/Payment/GetPaymentIframe/${id}`]))).toEqual([
      409,
      'payment_over',
    ])
    const next = await begun(occasion.id, payer)
    expect(next.id).not.toBe(id)
    expect((await anonymous('GET', `/Payment/GetReceipt/${next.id}`)).status).toBe(404)
  })

  test('given up too late, it is paid', async () => {
    const { occasion } = await addPaidOccasion()
    const { id, payer, reference } = await begun(occasion.id)
    await payAtStripe(reference)
    expect(await (await send(payer, ['POST', `/Payment/Cancel/${id}`])).json()).toMatchObject({
      status: 2,
      placed: true,
      isCanceled: false,
    })
    const [booked] = await query.select().from(educationPartResults).where(eq(educationPartResults.paymentId, id))
    await send(payer, ['PUT', resultsPath], { body: [{ resultId: booked?.id, userId: payer.id, canceled: true }] })
    expect(await (await send(payer, ['GET', `/Payment/GetStatus/${id}`])).json()).toMatchObject({ isCanceled: true })
  })
})

describe('a start that was interrupted before the provider’s response was stored', () => {
  /** Creates a payment as the portal finds it when it was killed between two commits. */
  async function cutOff() {
    const { occasion } = await addPaidOccasion()
    const made = await begun(occasion.id)
    const [row] = await query.select().from(payments).where(eq(payments.id, made.id))
    if (!row) throw new Error('no payment')
    // Foreign keys are deferred, because the payment's holds refer to it.
    await query.batch([
      query.run(sql`pragma defer_foreign_keys = on`),
      query.delete(payments).where(eq(payments.id, made.id)),
      query.insert(payments).values({ ...row, status: 0, providerReference: null }),
    ])
    return { ...made, occasionId: occasion.id }
  }

  test('continues as the same charge', async () => {
    const { id, payer, reference } = await cutOff()
    expect((await send(payer, ['GET', `/Payment/GetPaymentIframe/${id}`])).status).toBe(200)
    const [row] = await query.select().from(payments).where(eq(payments.id, id))
    expect(row).toMatchObject({ status: 1, providerReference: reference })
  })

  test('can be given up', async () => {
    const { id, payer, occasionId } = await cutOff()
    expect(await (await send(payer, ['POST', `/Payment/Cancel/${id}`])).json()).toMatchObject({ status: 4 })
    expect(await outcomeOf(id, occasionId)).toMatchObject({ holds: 0, reserved: 0 })
  })
})

test('a set is paid and signed up to as one', async () => {
  const { tag, ids } = await createOccasionSet([{ feeMinor: 10_000 }, { feeMinor: 20_000 }], { feeMinor: 5_000 })
  const { id, reference, amount } = await begun(ids[1] ?? 0)
  expect(tag.occasionIds).toHaveLength(2)
  expect(amount).toBe(350)
  for (const occasionId of ids) expect(await outcomeOf(id, occasionId)).toMatchObject({ holds: 2, reserved: 1 })
  await payAtStripe(reference)
  await webhook(stripeMessage(reference))
  for (const occasionId of ids)
    expect(await outcomeOf(id, occasionId)).toMatchObject({ places: 2, reserved: 0, booked: 1 })
  const results = await query.select().from(educationPartResults).where(eq(educationPartResults.paymentId, id))
  expect(results.map(({ feeAtSignUpMinor }) => feeAtSignUpMinor).reduce((sum, fee) => sum + fee, 0)).toBe(35_000)
})
