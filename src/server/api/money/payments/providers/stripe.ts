import type Stripe from 'stripe'
import type { Charge, PaidFacts, PaymentProvider, ProviderPaymentAnswer } from './provider.ts'
import { callStripe, createStripeClient, type StripeSettings } from './stripe-client.ts'
import { refundAtStripe } from './stripe-refunds.ts'

type Session = Stripe.Checkout.Session

const minuteMs = 60_000

/**
 * Parameters of a checkout session. Stripe requires at least half an hour until expiry, counted from its own clock: a
 * minute to spare. `automatic` captures before the session is complete, so that its answer has the fee.
 */
const toSessionParams = (charge: Charge): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  ui_mode: 'embedded_page',
  allowed_payment_method_types: charge.offersSwish ? ['card', 'swish'] : ['card'],
  payment_intent_data: { capture_method: 'automatic' },
  client_reference_id: charge.paymentId,
  metadata: { paymentId: charge.paymentId },
  line_items: charge.rows.map(({ text, amountMinor }) => ({
    quantity: 1,
    price_data: {
      currency: charge.currency.toLowerCase(),
      unit_amount: amountMinor,
      product_data: { name: text.slice(0, 250) },
    },
  })),
  expires_at: Math.ceil((charge.expiresAt.getTime() + minuteMs) / 1000),
  return_url: charge.returnUrl,
  locale: charge.language === 'en' ? 'en' : 'sv',
  ...(charge.email && { customer_email: charge.email }),
})

/** Returns the object of an expanded field; null when Stripe gives its id alone or nothing. */
const expanded = <Value extends object>(field: Value | string | null | undefined): Value | null =>
  field && typeof field !== 'string' ? field : null

function getPaidFacts(session: Session): PaidFacts {
  const charge = expanded(expanded(session.payment_intent)?.latest_charge)
  const details = charge?.payment_method_details
  const booking = expanded(charge?.balance_transaction)
  return {
    instrument: details?.type === 'swish' ? 'swish' : 'card',
    lastDigits: details?.card?.last4 ?? null,
    feeMinor: booking?.fee ?? null,
    transaction: booking?.id ?? null,
  }
}

function toAnswer(session: Session): ProviderPaymentAnswer {
  if (session.status === 'expired') return { state: 'closed' }
  if (session.status !== 'complete' || session.payment_status !== 'paid') return { state: 'open' }
  return {
    state: 'paid',
    paymentId: session.client_reference_id,
    amountMinor: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    ...getPaidFacts(session),
  }
}

/**
 * Returns the reference of the checkout session that a message is about. Messages about payment intents and refunds
 * name the payment intent; its session is looked up.
 */
async function findReference(client: Stripe, object: object): Promise<string | null> {
  if ('id' in object && String(object.id).startsWith('cs_')) return String(object.id)
  const intent = 'payment_intent' in object ? object.payment_intent : 'id' in object ? object.id : null
  if (typeof intent !== 'string' || !intent.startsWith('pi_')) return null
  const { data } = await client.checkout.sessions.list({ payment_intent: intent, limit: 1 })
  return data[0]?.id ?? null
}

/** Returns the event of a message, or null when the signature is wrong or too old. */
async function verifyEvent(
  client: Stripe,
  text: string,
  headers: Headers,
  secret: string,
): Promise<Stripe.Event | null> {
  try {
    return await client.webhooks.constructEventAsync(text, headers.get('stripe-signature') ?? '', secret)
  } catch {
    return null
  }
}

/**
 * Creates the payment provider Stripe: Checkout in its embedded form, through the official library. Calls nothing
 * before one of its methods is used. Its methods reject with a `PaymentProviderError` when Stripe fails.
 */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const sessions = async () => (await createStripeClient(settings)).checkout.sessions
  return {
    name: 'stripe',
    start: (charge) =>
      callStripe(async () => {
        const session = await (await sessions()).create(toSessionParams(charge), { idempotencyKey: charge.paymentId })
        return { reference: session.id }
      }),
    getFramePath: (reference, language) =>
      callStripe(async () => {
        const { client_secret: secret } = await (await sessions()).retrieve(reference)
        return `/card?language=${language}#${new URLSearchParams({ key: settings.publishableKey, secret: secret ?? '' })}`
      }),
    getPayment: (reference) =>
      callStripe(async () =>
        toAnswer(
          await (await sessions()).retrieve(reference, {
            expand: ['payment_intent.latest_charge.balance_transaction'],
          }),
        ),
      ),
    close: (reference) =>
      callStripe(async () => {
        const open = (await (await sessions()).retrieve(reference)).status === 'open'
        if (open) await (await sessions()).expire(reference)
      }),
    refund: (repayment) => callStripe(async () => refundAtStripe(await createStripeClient(settings), repayment)),
    async verifyMessage(text, headers) {
      const client = await createStripeClient(settings)
      const event = await verifyEvent(client, text, headers, settings.webhookSecret)
      return event && { reference: await callStripe(() => findReference(client, event.data.object)) }
    },
  }
}
