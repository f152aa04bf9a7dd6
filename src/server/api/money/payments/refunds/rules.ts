/**
 * `canceled`: a paid seat was cancelled; `place_lost`: the paid seat was not available; `office`: a superadministrator
 * decided it.
 */
export type RefundReason = 'canceled' | 'place_lost' | 'office'

/** Waiting 0, sent 1, done 2, refused or failed 3. */
export type RefundState = 0 | 1 | 2 | 3
const waiting = 0
export const refundSent = 1
export const refundDone = 2
const refused = 3

/**
 * A provider's answer about a refund. `reference` is the provider's id of the refund, null when it made none; `reason`
 * is the provider's own code.
 */
export type RefundAnswer =
  | { state: 'pending' | 'done'; reference: string; amountMinor: number; currency: string }
  | { state: 'failed'; reference: string | null; reason: string }

export interface RefundFacts {
  state: RefundState
  amountMinor: number
  currency: string
}

/**
 * The step that follows from an answer. `remember`: save the reference of the provider; `mismatch`: the amount or the
 * currency is not that of the order.
 */
export type RefundStep = 'nothing' | 'remember' | 'done' | 'failed' | 'mismatch'

/**
 * Returns the step that follows from a provider's answer about the latest attempt of a refund. Changes nothing itself.
 *
 * `done` and `failed`: the refund gets that state; one that was made may fail days later, and one that failed may still
 * be made. `remember`: a refund that was sent is pending, so the provider's reference is saved. `mismatch`: amount or
 * currency is not that of the refund. `nothing` when the state stays, and for a refund that waits to be sent; the
 * caller leaves out those marked by hand.
 */
export function nextRefundStep({ state, amountMinor, currency }: RefundFacts, answer: RefundAnswer): RefundStep {
  if (state === waiting) return 'nothing'
  if (answer.state === 'failed') return state === refused ? 'nothing' : 'failed'
  if (answer.amountMinor !== amountMinor || answer.currency !== currency) return 'mismatch'
  if (answer.state === 'done') return state === refundDone ? 'nothing' : 'done'
  return state === refundSent ? 'remember' : 'nothing'
}

const minuteMs = 60_000
const [hourMs, dayMs] = [60 * minuteMs, 24 * 60 * minuteMs]

/**
 * Returns when the provider is asked about a refund next, from `now`: in two minutes during the first hour after
 * `sentAt`, in an hour during the first two days, then in a day.
 */
export function nextRefundPollAt(sentAt: Date, now: Date): Date {
  const age = now.getTime() - sentAt.getTime()
  const pause = age < hourMs ? 2 * minuteMs : age < 2 * dayMs ? hourMs : dayMs
  return new Date(now.getTime() + pause)
}

const maxPollingDays = 30

/**
 * True when a refund was sent more than 30 days ago without a final answer. The job then fails, so that somebody looks
 * into it.
 */
export const isRefundPollingExpired = (sentAt: Date, now: Date): boolean =>
  now.getTime() - sentAt.getTime() > maxPollingDays * dayMs
