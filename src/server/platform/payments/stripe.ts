import type Stripe from 'stripe'
import { type Charge, type PaymentProvider, PaymentTrouble, type Told } from './provider.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address than Stripe's own, for tests. */
  origin?: string | undefined
}

type Session = Stripe.Checkout.Session

/** The library is as large as a slice of the portal: whoever is not paying does not load it. */
async function clientOf({ secretKey, origin }: StripeSettings): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  const at = origin ? new URL(origin) : null
  return new Client(secretKey, {
    httpClient: Client.createFetchHttpClient(),
    timeout: 8_000,
    // Whoever waits, and the job, ask again by themselves.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'http:' ? 'http' : 'https' }),
  })
}

async function asking<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const kind = error instanceof Error ? `${error.name}: ${'type' in error ? String(error.type) : ''}` : 'unknown'
    throw new PaymentTrouble(`Stripe did not answer as wanted (${kind})`)
  }
}

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

const referenceIn = (object: unknown): string | null =>
  typeof object === 'object' && object && 'id' in object && String(object.id).startsWith('cs_')
    ? String(object.id)
    : null

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
    async heard(text, headers) {
      const client = await clientOf(settings)
      try {
        const signature = headers.get('stripe-signature') ?? ''
        const event = await client.webhooks.constructEventAsync(text, signature, settings.webhookSecret)
        return { reference: referenceIn(event.data.object) }
      } catch {
        return null
      }
    },
  }
}
