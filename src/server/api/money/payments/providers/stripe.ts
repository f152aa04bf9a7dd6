import type Stripe from 'stripe'
import type { Charge, PaymentProvider, Told } from './provider.ts'
import { asking, clientOf, type StripeSettings } from './stripe-client.ts'
import { refundAtStripe } from './stripe-refunds.ts'

type Session = Stripe.Checkout.Session

const minuteMs = 60_000

/** Stripe keeps a session for half an hour at least, counted from when it gets the question: a minute to spare. */
const paramsOf = (charge: Charge): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  ui_mode: 'embedded_page',
  allowed_payment_method_types: ['card'],
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

function lastDigitsOf({ payment_intent: intent }: Session): string | null {
  if (!intent || typeof intent === 'string') return null
  const charge = intent.latest_charge
  if (!charge || typeof charge === 'string') return null
  return charge.payment_method_details?.card?.last4 ?? null
}

function toldBy(session: Session): Told {
  if (session.status === 'expired') return { state: 'closed' }
  if (session.status !== 'complete' || session.payment_status !== 'paid') return { state: 'open' }
  return {
    state: 'paid',
    paymentId: session.client_reference_id,
    amountMinor: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    lastDigits: lastDigitsOf(session),
  }
}

/** A message about money that went back names the charge's intent; which session that belongs to Stripe knows. */
async function referenceIn(client: Stripe, object: object): Promise<string | null> {
  if ('id' in object && String(object.id).startsWith('cs_')) return String(object.id)
  if (!('payment_intent' in object) || typeof object.payment_intent !== 'string') return null
  const { data } = await client.checkout.sessions.list({ payment_intent: object.payment_intent, limit: 1 })
  return data[0]?.id ?? null
}

/** Null unless Stripe has signed it, lately. */
async function eventIn(client: Stripe, text: string, headers: Headers, secret: string): Promise<Stripe.Event | null> {
  try {
    return await client.webhooks.constructEventAsync(text, headers.get('stripe-signature') ?? '', secret)
  } catch {
    return null
  }
}

/** Stripe Checkout in its embedded form, by the official library. */
export function stripe(settings: StripeSettings): PaymentProvider {
  const sessions = async () => (await clientOf(settings)).checkout.sessions
  return {
    name: 'stripe',
    start: (charge) =>
      asking(async () => {
        const session = await (await sessions()).create(paramsOf(charge), { idempotencyKey: charge.paymentId })
        return { reference: session.id }
      }),
    framePath: (reference, language) =>
      asking(async () => {
        const { client_secret: secret } = await (await sessions()).retrieve(reference)
        return `/card?language=${language}#${new URLSearchParams({ key: settings.publishableKey, secret: secret ?? '' })}`
      }),
    ask: (reference) =>
      asking(async () =>
        toldBy(await (await sessions()).retrieve(reference, { expand: ['payment_intent.latest_charge'] })),
      ),
    close: (reference) =>
      asking(async () => {
        const open = (await (await sessions()).retrieve(reference)).status === 'open'
        if (open) await (await sessions()).expire(reference)
      }),
    refund: (repayment) => asking(async () => refundAtStripe(await clientOf(settings), repayment)),
    async heard(text, headers) {
      const client = await clientOf(settings)
      const event = await eventIn(client, text, headers, settings.webhookSecret)
      return event && { reference: await asking(() => referenceIn(client, event.data.object)) }
    },
  }
}
