/** `canceled`: a paid place was given up or taken away; `place_lost`: there was none; `office`: somebody there decided so. */
export type RefundReason = 'canceled' | 'place_lost' | 'office'

/** Waiting 0, on its way 1, gone back 2, refused or failed 3. */
export type RefundState = 0 | 1 | 2 | 3
const waiting = 0
export const underWay = 1
export const goneBack = 2
const refusedThere = 3

/** What the provider says of a refund when it is asked. */
export type ToldOfRefund =
  | { state: 'pending' | 'done'; reference: string; amountMinor: number; currency: string }
  | { state: 'failed'; reference: string | null; reason: string }

export interface RefundFacts {
  state: RefundState
  amountMinor: number
  currency: string
}

export type RefundStep = 'nothing' | 'remember' | 'done' | 'failed' | 'mismatch'

/**
 * What follows from an answer about the latest attempt. A refund that was made may fail days later, and one that failed
 * may turn out to be made; what waits or was marked by hand is asked of nobody.
 */
export function refundStepAfter({ state, amountMinor, currency }: RefundFacts, told: ToldOfRefund): RefundStep {
  if (state === waiting) return 'nothing'
  if (told.state === 'failed') return state === refusedThere ? 'nothing' : 'failed'
  if (told.amountMinor !== amountMinor || told.currency !== currency) return 'mismatch'
  if (told.state === 'done') return state === goneBack ? 'nothing' : 'done'
  return state === underWay ? 'remember' : 'nothing'
}

const minuteMs = 60_000
const [hourMs, dayMs] = [60 * minuteMs, 24 * 60 * minuteMs]

/** Asked often while somebody may look at it, then seldom: a bank takes its days. */
export function nextRefundQuestionAt(sentAt: Date, now: Date): Date {
  const age = now.getTime() - sentAt.getTime()
  const pause = age < hourMs ? 2 * minuteMs : age < 2 * dayMs ? hourMs : dayMs
  return new Date(now.getTime() + pause)
}

const daysOfAsking = 30

/** No answer comes by itself any more: the job fails, to be looked into. */
export const isRefundBeyondAsking = (sentAt: Date, now: Date): boolean =>
  now.getTime() - sentAt.getTime() > daysOfAsking * dayMs
