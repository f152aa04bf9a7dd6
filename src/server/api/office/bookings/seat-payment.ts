import { sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { mayReadPayments } from '#api/money/payments/access.ts'
import { refunded } from '#api/money/payments/rules.ts'
import { paymentRefundsView, paymentsView } from '#api/money/payments/views.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import type { Booking } from './contract.ts'

/** The card payment of a seat; moments are ISO text, amounts are öre. */
export interface StoredSeatPayment {
  id: string
  payerId: number
  /** In no order; `refundedAt` is null until the refund is made. */
  refunds: { amountMinor: number; refundedAt: string | null }[]
}

/**
 * SQL: the payment of the seat `r` as JSON (`StoredSeatPayment`), or null. A refund of no single seat counts when the
 * payment has one seat only, or is refunded as a whole.
 */
export const seatPayment = sql`(select json_object('id', paid.id, 'payerId', paid.user_id, 'refunds', json((
    select json_group_array(json_object('amountMinor', refund.amount_minor, 'refundedAt', refund.refunded_at))
    from ${paymentRefundsView} refund where refund.payment_id = paid.id
      and (refund.result_id = r.id or (refund.result_id is null and (paid.status = ${refunded} or not exists (
        select 1 from ${partResultsView} sharing where sharing.payment_id = paid.id and sharing.id <> r.id)))))))
  from ${paymentsView} paid where paid.id = r.payment_id)`

/** Sums up the refunds of a seat, at most its fee: those that are made, or else those that are on their way. */
function toRefund(refunds: StoredSeatPayment['refunds'], feeMinor: number) {
  const made = refunds.flatMap(({ refundedAt }) => refundedAt ?? [])
  const counted = made.length > 0 ? refunds.filter(({ refundedAt }) => refundedAt !== null) : refunds
  const sum = counted.reduce((total, { amountMinor }) => total + amountMinor, 0)
  if (sum === 0) return null
  const last = made.sort().at(-1)
  return { amount: Math.min(sum, feeMinor) / 100, date: last === undefined ? null : new Date(last) }
}

/**
 * Converts the payment of a seat to what the caller may see: the receipt is for the payer and the office, while
 * everybody who sees the booking sees that it is paid and what is refunded. `feeMinor` is the seat's fee in öre, the
 * amount refunded at most. Null when the seat was not paid by card.
 */
export function toSeatPayment(
  actor: Pick<Actor, 'id' | 'roles'>,
  { payment, feeMinor }: { payment: StoredSeatPayment | null; feeMinor: number },
): Booking['payment'] {
  if (!payment) return null
  return {
    receiptId: mayReadPayments(actor, payment.payerId) ? payment.id : null,
    isByCaller: actor.id === payment.payerId,
    refund: toRefund(payment.refunds, feeMinor),
  }
}
