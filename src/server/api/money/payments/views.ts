import { type SQL, sql } from 'drizzle-orm'

/** The payer of each payment, in any status: `id`, `user_id`, `status` (a `PaymentStatus` of rules.ts). */
export const paymentsView = sql`(select id, user_id, status from payments)`

/**
 * Refunds: `payment_id`, `result_id` (null when it is of no single seat), `amount_minor`, and `refunded_at`, which is
 * null until the refund is made.
 */
export const paymentRefundsView = sql`(select payment_id, result_id, amount_minor, refunded_at from payment_refunds)`

/**
 * Seats that payments hold, expired ones too until they are released, with the payer: `payment_id`, `user_id`,
 * `education_id`, `education_part_id`, `occasion_id`, `expires_at`, `payer_user_id`, and `requested_by_user_id` when a
 * child has asked its guardians to pay.
 */
export const heldSeatsWithPayer = sql`(
  select held_seat.payment_id, held_seat.user_id, held_seat.education_id, held_seat.education_part_id, held_seat.occasion_id,
    held_seat.expires_at, paying.user_id as payer_user_id, paying.requested_by_user_id
  from payment_holds held_seat join payments paying on paying.id = held_seat.payment_id)`

/**
 * SQL condition on `payment_holds` or `heldSeatsWithPayer`: the seat is held at a moment, and expires after it. `now`
 * is ISO text in UTC with milliseconds, as it is stored. The column `expires_at` has no table before its name, so no
 * other table of the query may have one, as `payments` does.
 */
export const isHeldAt = (now: string): SQL => sql`expires_at > ${now}`

/** Seats that payments hold at a moment, ISO text, without expired ones: the columns of `heldSeatsWithPayer`. */
export const seatsHeldAt = (now: string): SQL => sql`(select * from ${heldSeatsWithPayer} where ${isHeldAt(now)})`

/**
 * Each payment with its amount and the sum of its refunds, due and made, in öre: `id`, `amount_minor`,
 * `refunded_minor`.
 */
export const paymentAmounts = sql`(
  select counted_payment.id, counted_payment.amount_minor, (
    select coalesce(sum(refund.amount_minor), 0) from payment_refunds refund where refund.payment_id = counted_payment.id) as refunded_minor
  from payments counted_payment)`
