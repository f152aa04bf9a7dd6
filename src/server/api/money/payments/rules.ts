import type { RefusalCode } from '#api/refusals.ts'
import { calculateIncludedVat } from '#api/vat.ts'

/** Created 0, Pending 1, Paid 2, Failed 3, Canceled 4, Refunded 5. */
export type PaymentStatus = 0 | 1 | 2 | 3 | 4 | 5
const created = 0
const pending = 1
export const paid = 2
export const failed = 3
export const canceled = 4
export const refunded = 5

/** How long a seat is held for an unpaid payment. */
const holdMinutes = 30

/** Returns the moment when a payment that begins at `now` loses its held seats: 30 minutes later. */
export const calculateExpiry = (now: Date): Date => new Date(now.getTime() + holdMinutes * 60_000)

const requestHours = 48

/**
 * Returns the moment when a seat that a guardian is asked to pay for is released. It is the earliest of 48 hours from
 * `now`, `lastSignUpAt` and `startsAt`, and may have passed already. A moment that is null is ignored.
 */
export const calculateRequestExpiry = (
  now: Date,
  { lastSignUpAt, startsAt }: { lastSignUpAt: Date | null; startsAt: Date | null },
): Date =>
  new Date(
    Math.min(
      now.getTime() + requestHours * 3_600_000,
      ...[lastSignUpAt, startsAt].flatMap((closes) => (closes ? [closes.getTime()] : [])),
    ),
  )

/**
 * A provider's answer about a payment, reduced to the fields that decide the next step. `open`: not paid yet; `failed`:
 * declined for good; `closed`: expired or closed unpaid, so that it can no longer be paid.
 */
export type PaymentAnswer =
  | { state: 'open' | 'failed' | 'closed' }
  | { state: 'paid'; paymentId: string | null; amountMinor: number; currency: string }

export interface PaymentFacts {
  id: string
  status: PaymentStatus
  amountMinor: number
  currency: string
  expiresAt: Date
}

export type Mismatch = 'other_payment' | 'wrong_amount' | 'wrong_currency'

/**
 * The action that follows from a provider's answer. `seat`: the sign-ups are written; `fail` and `cancel`: the payment
 * ends without; `refuse`: the paid order is another than the payment, for the reason `because`. `close`: the time is
 * over or the payment was given up, so the provider is asked to close it and then asked again.
 */
export type PaymentStep =
  | { kind: 'nothing' | 'seat' | 'fail' | 'cancel' | 'close' }
  | { kind: 'refuse'; because: Mismatch }

const nothing: PaymentStep = { kind: 'nothing' }

/**
 * True when the payment is created or pending. Its time may be over all the same: `expiresAt` is not compared here, and
 * from then on the payer can no longer pay.
 */
export const isOpen = ({ status }: Pick<PaymentFacts, 'status'>): boolean => status === created || status === pending

/** True when the payment is paid or refunded. Such a payment is final: the provider is not asked about it again. */
export const isSettled = ({ status }: Pick<PaymentFacts, 'status'>): boolean => status === paid || status === refunded

function findMismatch(payment: PaymentFacts, answer: Extract<PaymentAnswer, { state: 'paid' }>): Mismatch | null {
  if (answer.paymentId !== payment.id) return 'other_payment'
  if (answer.currency !== payment.currency) return 'wrong_currency'
  return answer.amountMinor === payment.amountMinor ? null : 'wrong_amount'
}

/**
 * Returns the step of a payment that follows from a provider's answer, as the payment's state machine. It takes only
 * answers that the portal has asked the provider for, never the content of a webhook or a browser's request.
 *
 * A paid or refunded payment gets `nothing`, whatever the answer. For others, `paid` gives `seat`, so the sign-ups are
 * written, or `refuse` when payment, amount or currency differ. While the payment is open, `failed` gives `fail`, and
 * `closed` gives `cancel`. The answer `open` gives `close` (the provider is asked to close it) from `expiresAt` on, or
 * when the payment is not open. Else `nothing`. Answers may come in any order, twice, late or never: a payment that
 * failed or was cancelled still gets `seat` when it was paid after all.
 */
export function nextStep(payment: PaymentFacts, answer: PaymentAnswer, now: Date): PaymentStep {
  if (isSettled(payment)) return nothing
  if (answer.state === 'paid') {
    const because = findMismatch(payment, answer)
    return because ? { kind: 'refuse', because } : { kind: 'seat' }
  }
  if (answer.state === 'open') return !isOpen(payment) || now >= payment.expiresAt ? { kind: 'close' } : nothing
  if (!isOpen(payment)) return nothing
  return { kind: answer.state === 'failed' ? 'fail' : 'cancel' }
}

/**
 * Returns the status of a payment after a step: paid after `seat`, failed after `fail`, cancelled after `cancel`. After
 * `refuse` an open payment is failed. In all other cases the status stays.
 */
export function nextStatus(payment: PaymentFacts, step: PaymentStep): PaymentStatus {
  if (step.kind === 'seat') return paid
  if (step.kind === 'fail') return failed
  if (step.kind === 'cancel') return canceled
  return step.kind === 'refuse' && isOpen(payment) ? failed : payment.status
}

/** Refusals that mean that a paid seat is not available; the payment is refunded. */
const seatLossCodes: readonly string[] = [
  'already_signed_up',
  'occasion_canceled',
  'occasion_full',
  'payment_under_way',
  'person_merged',
] satisfies RefusalCode[]
/**
 * True when a refusal of the database, by its code, means that the paid seat cannot be had: full, cancelled, taken by
 * the person already, held by another payment, or of a merged person. The payment is then refunded.
 */
export const isSeatLost = (code: string): boolean => seatLossCodes.includes(code)

/** A row of a receipt: the amount includes VAT, and `vatRate` is in per cent. */
export interface PaymentRow {
  text: string
  amountMinor: number
  vatRate: number
}

/** Sums the amounts and the VAT of the rows of a receipt, in öre. Fees include VAT, which is rounded for each row. */
export const sumReceiptRows = (rows: readonly PaymentRow[]): { amountMinor: number; vatMinor: number } => ({
  amountMinor: rows.reduce((sum, row) => sum + row.amountMinor, 0),
  vatMinor: rows.reduce((sum, row) => sum + calculateIncludedVat(row.amountMinor, row.vatRate), 0),
})

const maxPollingDays = 7

/**
 * True when a payment expired more than a week ago without an answer. The job then fails, so that somebody looks into
 * it.
 */
export const isPollingExpired = ({ expiresAt }: Pick<PaymentFacts, 'expiresAt'>, now: Date): boolean =>
  now.getTime() - expiresAt.getTime() > maxPollingDays * 86_400_000

/**
 * Returns when the provider is asked about an open payment next. Before `expiresAt`: after two minutes, but no later
 * than `expiresAt`, whether or not the last question failed (`hadError`). From then on: after one minute, or five with
 * `hadError`.
 */
export function nextPollAt(payment: Pick<PaymentFacts, 'expiresAt'>, now: Date, hadError: boolean): Date {
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  if (now >= payment.expiresAt) return inMinutes(hadError ? 5 : 1)
  return new Date(Math.min(inMinutes(2).getTime(), payment.expiresAt.getTime()))
}

/** The settings that choose the payment provider; see wrangler.toml. */
export interface PaymentSettings {
  STRIPE_SECRET_KEY?: string
  STRIPE_PUBLISHABLE_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  PAYMENTS_LOCAL?: string
}

/**
 * Returns the configured provider: `stripe` when all three Stripe settings are filled in, null when only some are.
 * Without any of them it is `local`, which moves no money, if `PAYMENTS_LOCAL` is `1`, else null.
 */
export function configuredProvider(settings: PaymentSettings): 'stripe' | 'local' | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = settings
  if (STRIPE_SECRET_KEY || STRIPE_PUBLISHABLE_KEY || STRIPE_WEBHOOK_SECRET)
    return STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET ? 'stripe' : null
  return settings.PAYMENTS_LOCAL === '1' ? 'local' : null
}
