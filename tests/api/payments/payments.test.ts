import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { Receipt } from '#api/money/payments/contract.ts'
import { paymentRefunds, payments } from '#api/money/payments/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { anEducation, anOccasion } from '../../catalogue.ts'
import { foundFederation } from '../../federation.ts'
import { database, signedIn, stranger } from '../../portal.ts'
import { put, refusalOf, signUp } from '../results/scene.ts'
import { aSet, setTheScene } from '../tags/scene.ts'
import {
  aPaidOccasion,
  ask,
  atStripe,
  begun,
  init,
  openCardPayments,
  outcomeOf,
  passTime,
  payAtStripe,
  payload,
  runAskJob,
  stripeMessage,
  webhook,
} from './scene.ts'

const { query } = database()
const admin = await signedIn({ roles: { SuperAdministrator: {} } })

beforeAll(async () => {
  await foundFederation()
  await query.run(sql`update organizations set address_line_1 = 'Banvägen 1', postal_number = '111 22', city = 'Stockholm'
    where is_main = 1`)
  await setTheScene()
  await openCardPayments()
})

const onPaid = (id: string) => `/Payment/OnPaid/${id}`

describe('a payment begins', () => {
  test('at the price of the education and the occasion, and holds the place', async () => {
    const { occasion } = await aPaidOccasion({ maxParticipants: 1 }, { feeMinor: 5_050, vatRate: 25 })
    const { id, payer, amount } = await begun(occasion.id)
    expect(amount).toBe(500.5)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 1, holds: 1, reserved: 1, booked: 0, places: 0 })
    const [row] = await query.select().from(payments).where(eq(payments.id, id))
    expect(row).toMatchObject({ amountMinor: 50_050, vatMinor: 1_010 + 9_000, currency: 'SEK', userId: payer.id })
    expect(await refusalOf(await signUp(await signedIn(), occasion.id))).toEqual([409, 'occasion_full'])
    expect(await refusalOf(await init(await signedIn(), occasion.id))).toEqual([409, 'occasion_full'])
  })

  test('with a frame for its payer alone', async () => {
    const { occasion } = await aPaidOccasion()
    const { id, payer, reference } = await begun(occasion.id)
    const path = `/Payment/GetPaymentIframe/${id}`
    const { url } = await (await ask(payer, ['GET', path])).json<{ url: string }>()
    expect(url).toBe(
      `http://payment.content.localhost:8787/card?language=sv#key=pk_test_1&secret=${encodeURIComponent(`${reference}_secret`)}`,
    )
    expect((await ask(await signedIn(), ['GET', path])).status).toBe(404)
    expect((await ask(admin, ['GET', `/Payment/GetStatus/${id}`])).status).toBe(404)
    expect((await ask(null, ['GET', path])).status).toBe(401)
  })

  test('once under one key, and once for one place', async () => {
    const { occasion } = await aPaidOccasion()
    const payer = await signedIn()
    const body = { ...payload(payer.id, occasion.id), idempotencyKey: crypto.randomUUID() }
    const first = await (await ask(payer, ['POST', '/Payment/InitPayment'], { body })).json<{ paymentId: string }>()
    const again = await (await ask(payer, ['POST', '/Payment/InitPayment'], { body })).json<{ paymentId: string }>()
    expect(again.paymentId).toBe(first.paymentId)
    expect(await refusalOf(await init(payer, occasion.id))).toEqual([409, 'payment_under_way'])
    expect(await refusalOf(await signUp(payer, occasion.id))).toEqual([409, 'payment_under_way'])
    const path = `/user/${payer.id}/canUserSignUpToEducationForOccasion/${occasion.id}`
    const offer = await (await ask(payer, ['GET', path])).json<SignUpOffer>()
    expect(offer).toMatchObject({ allowed: false, reason: 'payment_under_way', paymentUnderWay: first.paymentId })
  })

  test('side by side only once', async () => {
    const { occasion } = await aPaidOccasion({ maxParticipants: 1 })
    const people = await Promise.all([1, 2, 3, 4].map(() => signedIn()))
    const answers = await Promise.all(people.map((person) => init(person, occasion.id)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const payer = await signedIn()
    const { occasion: other } = await aPaidOccasion()
    const both = await Promise.all([init(payer, other.id), init(payer, other.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('not without accepted terms, nor for nothing, nor where the occasion takes no cards, nor for somebody else', async () => {
    const { occasion } = await aPaidOccasion()
    const payer = await signedIn()
    const body = { ...payload(payer.id, occasion.id), termsAccepted: false }
    expect((await ask(payer, ['POST', '/Payment/InitPayment'], { body })).status).toBe(400)
    const free = (await aPaidOccasion({ feeMinor: 0 })).occasion
    expect(await refusalOf(await init(payer, free.id))).toEqual([409, 'payment_free'])
    const invoiced = (await aPaidOccasion({ paymentMethods: [1] })).occasion
    expect(await refusalOf(await init(payer, invoiced.id))).toEqual([409, 'fee'])
    const other = await signedIn()
    expect((await init(payer, occasion.id, { userId: other.id })).status).toBe(403)
    expect(await refusalOf(await init(payer, occasion.id, {}, {}))).toEqual([503, 'payment_unavailable'])
  })

  test('by somebody from outside, who has no other way', async () => {
    const { occasion } = await aPaidOccasion()
    const outsider = await signedIn({ isExternal: true })
    const path = `/user/${outsider.id}/canUserSignUpToEducationForOccasion/${occasion.id}`
    const offer = await (await ask(outsider, ['GET', path])).json<SignUpOffer>()
    expect(offer).toMatchObject({ mayBeInvoiced: false, mayPayByCard: true, fee: 450 })
    expect((await init(outsider, occasion.id)).status).toBe(200)
  })

  test('not at all when the provider is away, and the place is free again', async () => {
    const { occasion } = await aPaidOccasion({ maxParticipants: 1 })
    await atStripe({ isDown: true })
    const refused = await init(await signedIn(), occasion.id)
    await atStripe({ isDown: false })
    expect(await refusalOf(refused)).toEqual([503, 'payment_unavailable'])
    expect((await init(await signedIn(), occasion.id)).status).toBe(200)
  })
})

describe('the money comes', () => {
  test('and gives a seat, a receipt and one e-mail, however many messages arrive', async () => {
    const { occasion } = await aPaidOccasion({ maxParticipants: 1 })
    const payer = await signedIn({ email: `${crypto.randomUUID()}@prov.example`, firstName: 'Ella', lastName: 'Ek' })
    const { id, reference } = await begun(occasion.id, payer)
    await payAtStripe(reference)
    const message = stripeMessage(reference)
    const told = await Promise.all([webhook(message), webhook(message), ask(payer, ['POST', onPaid(id)])])
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200])
    await webhook(stripeMessage(reference))
    const paid = { status: 2, places: 1, refunds: 0, holds: 0, reserved: 0, booked: 1 }
    expect(await outcomeOf(id, occasion.id)).toEqual(paid)
    const receipt = await (await stranger('GET', `/Payment/GetReceipt/${id}`)).json<Receipt>()
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
    const { occasion } = await aPaidOccasion()
    const all = [await begun(occasion.id), await begun(occasion.id)]
    await Promise.all(all.map(({ reference }) => payAtStripe(reference)))
    await Promise.all(all.map(({ id, payer }) => ask(payer, ['POST', onPaid(id)])))
    const numbers = await Promise.all(
      all.map(
        async ({ id }) => (await (await stranger('GET', `/Payment/GetReceipt/${id}`)).json<Receipt>()).receiptNumber,
      ),
    )
    expect(Math.abs((numbers[0] ?? 0) - (numbers[1] ?? 0))).toBe(1)
  })

  test('late, and the place is gone: the money is to go back', async () => {
    const { occasion } = await aPaidOccasion({ maxParticipants: 1 })
    const { id, payer, reference } = await begun(occasion.id)
    await passTime(id)
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
    const state = await (await ask(payer, ['GET', `/Payment/GetStatus/${id}`])).json()
    expect(state).toMatchObject({ status: 2, placed: false })
  })

  test('to what needs approval: the sign-up waits, and a refusal is a task to pay back', async () => {
    const { occasion } = await aPaidOccasion({ needsApproval: true })
    const { id, payer, reference } = await begun(occasion.id)
    await payAtStripe(reference)
    await webhook(stripeMessage(reference))
    const [result] = await query.select().from(educationPartResults).where(eq(educationPartResults.paymentId, id))
    expect(result?.signedUpAt).toBeNull()
    await admin.fetch('PUT', put, [{ resultId: result?.id, userId: payer.id, canceled: true }])
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 2, places: 0, refunds: 1 })
  })

  test('and the office cancels the occasion: a task for each who paid', async () => {
    const { occasion } = await aPaidOccasion()
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

  test('from a payer who never comes back: the job asks', async () => {
    const { occasion } = await aPaidOccasion()
    const { id, reference } = await begun(occasion.id)
    expect(await runAskJob(id)).toBe(1)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 1, holds: 1 })
    await payAtStripe(reference)
    expect(await runAskJob(id)).toBe(1)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 2, places: 1 })
    expect(await runAskJob(id)).toBe(0)
  })
})

describe('the money does not come', () => {
  test('in time: nobody can pay any more, and the place is free', async () => {
    const { occasion } = await aPaidOccasion({ maxParticipants: 1 })
    const { id, reference } = await begun(occasion.id)
    await passTime(id)
    await runAskJob(id)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 4, holds: 0, reserved: 0, refunds: 0 })
    expect((await payAtStripe(reference)).session).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
  })

  test('because it is given up: the place is free, and another try is a new payment', async () => {
    const { occasion } = await aPaidOccasion({ maxParticipants: 1 })
    const { id, payer } = await begun(occasion.id)
    expect(await (await ask(payer, ['POST', `/Payment/Cancel/${id}`])).json()).toMatchObject({ status: 4 })
    expect(await refusalOf(await ask(payer, ['GET', `/Payment/GetPaymentIframe/${id}`]))).toEqual([409, 'payment_over'])
    const next = await begun(occasion.id, payer)
    expect(next.id).not.toBe(id)
    expect((await stranger('GET', `/Payment/GetReceipt/${next.id}`)).status).toBe(404)
  })

  test('given up a moment too late, it is paid', async () => {
    const { occasion } = await aPaidOccasion()
    const { id, payer, reference } = await begun(occasion.id)
    await payAtStripe(reference)
    expect(await (await ask(payer, ['POST', `/Payment/Cancel/${id}`])).json()).toMatchObject({
      status: 2,
      placed: true,
    })
  })
})

describe('a beginning that was cut off before it was written down that the provider knows', () => {
  /** Creates a payment as the portal finds it when it was killed between two commits. */
  async function cutOff() {
    const { occasion } = await aPaidOccasion()
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

  test('goes on where it was, as the same charge', async () => {
    const { id, payer, reference } = await cutOff()
    expect((await ask(payer, ['GET', `/Payment/GetPaymentIframe/${id}`])).status).toBe(200)
    const [row] = await query.select().from(payments).where(eq(payments.id, id))
    expect(row).toMatchObject({ status: 1, providerReference: reference })
  })

  test('can be given up', async () => {
    const { id, payer, occasionId } = await cutOff()
    expect(await (await ask(payer, ['POST', `/Payment/Cancel/${id}`])).json()).toMatchObject({ status: 4 })
    expect(await outcomeOf(id, occasionId)).toMatchObject({ holds: 0, reserved: 0 })
  })
})

test('a set is paid for as one, and given as one', async () => {
  const { tag, ids } = await aSet([{ feeMinor: 10_000 }, { feeMinor: 20_000 }], { feeMinor: 5_000 })
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

test('an education’s fee is asked of a person once at a time', async () => {
  const made = await anEducation([{}, {}], { feeMinor: 5_000 })
  const [one, other] = [await anOccasion(made.firstPartId), await anOccasion(made.partIds[1] ?? 0)]
  const { payer } = await begun(one.id)
  expect(await refusalOf(await init(payer, other.id))).toEqual([409, 'payment_under_way'])
})
