import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { payments } from '#api/money/payments/table.ts'
import { database } from '../../portal.ts'
import {
  addPaidOccasion,
  atStripe,
  begun,
  enableCardPayments,
  localSettings,
  outcomeOf,
  payAtStripe,
  payload,
  runAskJob,
  send,
  stripeMessage,
  stripeSettings,
  webhook,
} from './fixtures.ts'
import { requestPaymentPage } from './local-fixtures.ts'

const { query } = database()

const withSwish = { ...stripeSettings, PAYMENT_METHODS: 'card, Swish' }

beforeAll(enableCardPayments)

async function startPayment(settings: Partial<Env>) {
  const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
  return { ...(await begun(occasion.id, undefined, settings)), occasionId: occasion.id }
}

const payBySwish = (reference: string | null) => payAtStripe(reference, { paid_with: 'swish' })

const readPayment = async (id: string) => (await query.select().from(payments).where(eq(payments.id, id)))[0]

describe('Swish at Stripe', () => {
  test('is offered beside cards only where the operator has turned it on', async () => {
    const methodsOf = async (settings: Partial<Env>) => {
      const { reference } = await startPayment(settings)
      return (await atStripe({ id: reference })).session?.['allowed_payment_method_types']
    }
    expect(await methodsOf(stripeSettings)).toEqual(['card'])
    expect(await methodsOf({ ...stripeSettings, PAYMENT_METHODS: 'card' })).toEqual(['card'])
    expect(await methodsOf(withSwish)).toEqual(['card', 'swish'])
  })

  test('is named in the offer of a sign-up', async () => {
    const { occasion } = await addPaidOccasion()
    const { payer } = await startPayment(withSwish)
    const path = `/user/${payer.id}/canUserSignUpToEducationForOccasion/${occasion.id}`
    const offered = async (settings: Partial<Env>) =>
      (await send(payer, ['GET', path], { settings })).json<{ mayPayByCard: boolean; offersSwish: boolean }>()
    expect(await offered(withSwish)).toMatchObject({ mayPayByCard: true, offersSwish: true })
    expect(await offered(stripeSettings)).toMatchObject({ mayPayByCard: true, offersSwish: false })
  })

  test('gives the seat when the payer returns, and the receipt names Swish and no card', async () => {
    const { id, payer, reference, occasionId } = await startPayment(withSwish)
    await payBySwish(reference)
    await send(payer, ['POST', `/Payment/OnPaid/${id}`], { settings: withSwish })
    expect(await outcomeOf(id, occasionId)).toMatchObject({ status: 2, places: 1, holds: 0 })
    const receipt = await (await send(null, ['GET', `/Payment/GetReceipt/${id}`], { settings: withSwish })).json()
    expect(receipt).toMatchObject({ method: 0, instrument: 'swish', lastDigits: null })
    const own = await (await send(payer, ['GET', `/Payment/GetPaymentsForUser/${payer.id}`])).json()
    expect(own).toMatchObject([{ id, instrument: 'swish' }])
  })

  test('settles by a message when the payer never returns from the app', async () => {
    const { id, reference, occasionId } = await startPayment(withSwish)
    await payBySwish(reference)
    const intent = { id: `pi_${reference}`, object: 'payment_intent' }
    await webhook(stripeMessage(reference, { type: 'payment_intent.succeeded', object: intent }))
    expect(await outcomeOf(id, occasionId)).toMatchObject({ status: 2, places: 1 })
    expect(await readPayment(id)).toMatchObject({ instrument: 'swish' })
  })

  test('settles by the job when neither payer nor message comes', async () => {
    const { id, reference, occasionId } = await startPayment(withSwish)
    await payBySwish(reference)
    await runAskJob(id, withSwish)
    expect(await outcomeOf(id, occasionId)).toMatchObject({ status: 2, places: 1 })
  })

  test('leaves the payment open when the payer declines in the app, and a card may still pay', async () => {
    const { id, payer, reference, occasionId } = await startPayment(withSwish)
    await atStripe({ id: reference, set: { payment_intent: `pi_${reference}` } })
    const intent = { id: `pi_${reference}`, object: 'payment_intent' }
    for (const type of ['payment_intent.processing', 'payment_intent.payment_failed'])
      expect((await webhook(stripeMessage(reference, { type, object: intent }))).status).toBe(200)
    expect(await outcomeOf(id, occasionId)).toMatchObject({ status: 1, holds: 1 })
    await payAtStripe(reference)
    await send(payer, ['POST', `/Payment/OnPaid/${id}`], { settings: withSwish })
    expect(await readPayment(id)).toMatchObject({ status: 2, instrument: 'card', lastDigits: '4242' })
  })

  test('stores the fee and the booking of the provider with the payment', async () => {
    const { id, payer, reference } = await startPayment(withSwish)
    await payBySwish(reference)
    await send(payer, ['POST', `/Payment/OnPaid/${id}`], { settings: withSwish })
    expect(await readPayment(id)).toMatchObject({ providerFeeMinor: 855, providerTransaction: `txn_pi_${reference}` })
  })
})

describe('Swish at the local provider', () => {
  const localSwish = { ...localSettings, PAYMENT_METHODS: 'card,swish' }

  test('pays by a button of its own, where it is turned on', async () => {
    const { id, payer, reference } = await startPayment(localSwish)
    expect(await (await requestPaymentPage(`/local/${reference}`)).text()).not.toContain('Betala med Swish')
    expect((await requestPaymentPage(`/local/${reference}`, 'swish')).status).toBe(404)
    const page = await requestPaymentPage(`/local/${reference}`, undefined, localSwish)
    expect(await page.text()).toContain('Betala med Swish')
    const answered = await requestPaymentPage(`/local/${reference}`, 'swish', localSwish)
    expect(answered.headers.get('location')).toBe(`/returned?payment=${id}&language=sv`)
    await send(payer, ['POST', `/Payment/OnPaid/${id}`], { settings: localSwish })
    expect(await readPayment(id)).toMatchObject({ status: 2, instrument: 'swish', lastDigits: null })
  })

  test('never mixes up payments: a sign-up is paid by the means of its own payment', async () => {
    const { occasion } = await addPaidOccasion()
    const { id, payer, reference } = await startPayment(localSwish)
    await requestPaymentPage(`/local/${reference}`, 'pay', localSwish)
    await send(payer, ['POST', `/Payment/OnPaid/${id}`], { settings: localSwish })
    const second = await send(payer, ['POST', '/Payment/InitPayment'], {
      body: payload(payer.id, occasion.id),
      settings: localSwish,
    })
    const { paymentId } = await second.json<{ paymentId: string }>()
    const started = await readPayment(paymentId)
    await requestPaymentPage(`/local/${started?.providerReference}`, 'swish', localSwish)
    await send(payer, ['POST', `/Payment/OnPaid/${paymentId}`], { settings: localSwish })
    expect([await readPayment(id), await readPayment(paymentId)]).toMatchObject([
      { instrument: 'card', lastDigits: '4242' },
      { instrument: 'swish', lastDigits: null },
    ])
  })
})
