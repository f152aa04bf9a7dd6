import type { RefusalCode } from '#api/refusals.ts'
import { vatWithin } from '#api/vat.ts'

/** Created 0, Pending 1, Paid 2, Failed 3, Canceled 4, Refunded 5. */
export type PaymentStatus = 0 | 1 | 2 | 3 | 4 | 5
const created = 0
const pending = 1
export const paid = 2
export const failed = 3
export const canceled = 4
const refunded = 5

/** How long a seat waits for its money. */
const minutesHeld = 30

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + minutesHeld * 60_000)

/** What the provider says when it is asked. */
export type Told =
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

/** What follows from an answer; `close`: nobody may pay any more, so the provider is told so and asked again. */
export type Step = { kind: 'nothing' | 'seat' | 'fail' | 'cancel' | 'close' } | { kind: 'refuse'; because: Mismatch }

const nothing: Step = { kind: 'nothing' }

export const isOpen = ({ status }: Pick<PaymentFacts, 'status'>): boolean => status === created || status === pending

/** Settled money is never asked about again, whatever anybody says. */
export const isSettled = ({ status }: Pick<PaymentFacts, 'status'>): boolean => status === paid || status === refunded

function mismatchIn(payment: PaymentFacts, told: Extract<Told, { state: 'paid' }>): Mismatch | null {
  if (told.paymentId !== payment.id) return 'other_payment'
  if (told.currency !== payment.currency) return 'wrong_currency'
  return told.amountMinor === payment.amountMinor ? null : 'wrong_amount'
}

/**
 * The state machine of a payment. It hears only what the provider answers when asked, never what a message or a browser
 * claims, so messages may come in any order, twice, late or never.
 */
export function stepAfter(payment: PaymentFacts, told: Told, now: Date): Step {
  if (isSettled(payment)) return nothing
  if (told.state === 'paid') {
    const because = mismatchIn(payment, told)
    return because ? { kind: 'refuse', because } : { kind: 'seat' }
  }
  if (told.state === 'open') return !isOpen(payment) || now >= payment.expiresAt ? { kind: 'close' } : nothing
  if (!isOpen(payment)) return nothing
  return { kind: told.state === 'failed' ? 'fail' : 'cancel' }
}

/** The status that a step leaves behind. */
export function statusAfter(payment: PaymentFacts, step: Step): PaymentStatus {
  if (step.kind === 'seat') return paid
  if (step.kind === 'fail') return failed
  if (step.kind === 'cancel') return canceled
  return step.kind === 'refuse' && isOpen(payment) ? failed : payment.status
}

/** Why a seat that was paid for could not be given: then the money goes back. */
const losses: readonly string[] = [
  'already_signed_up',
  'occasion_canceled',
  'occasion_full',
  'payment_under_way',
] satisfies RefusalCode[]
export const isSeatLost = (code: string): boolean => losses.includes(code)

export interface PaymentRow {
  text: string
  amountMinor: number
  vatRate: number
}

/** Fees hold their VAT, which is reckoned row by row, as the receipt adds them up. */
export const sumOf = (rows: readonly PaymentRow[]): { amountMinor: number; vatMinor: number } => ({
  amountMinor: rows.reduce((sum, row) => sum + row.amountMinor, 0),
  vatMinor: rows.reduce((sum, row) => sum + vatWithin(row.amountMinor, row.vatRate), 0),
})

const daysOfAsking = 7

/** A provider that has not answered for so long does not answer by itself any more: the job fails, to be looked into. */
export const isBeyondAsking = ({ expiresAt }: Pick<PaymentFacts, 'expiresAt'>, now: Date): boolean =>
  now.getTime() - expiresAt.getTime() > daysOfAsking * 86_400_000

/** Asked often while somebody is likely to wait, then until the seat is let go. */
export function nextQuestionAt(payment: Pick<PaymentFacts, 'expiresAt'>, now: Date, wasInTrouble: boolean): Date {
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  if (now >= payment.expiresAt) return inMinutes(wasInTrouble ? 5 : 1)
  return new Date(Math.min(inMinutes(2).getTime(), payment.expiresAt.getTime()))
}

/** The settings that decide who takes the money; see wrangler.toml. */
export interface PaymentSettings {
  STRIPE_SECRET_KEY?: string
  STRIPE_PUBLISHABLE_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  PAYMENTS_LOCAL?: string
}

/** The local provider moves no money, so it never stands beside a real one, nor without being asked for by name. */
export function providerKey(settings: PaymentSettings): 'stripe' | 'local' | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = settings
  if (STRIPE_SECRET_KEY || STRIPE_PUBLISHABLE_KEY || STRIPE_WEBHOOK_SECRET)
    return STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET ? 'stripe' : null
  return settings.PAYMENTS_LOCAL === '1' ? 'local' : null
}
