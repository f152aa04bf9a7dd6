import { sql } from 'drizzle-orm'

/** The payer of each payment, in any status: `id`, `user_id`. */
export const paymentsView = sql`(select id, user_id from payments)`

/** Seats held by open payments: `payment_id`, `user_id`, `education_part_id`. */
export const heldSeats = sql`(select payment_id, user_id, education_part_id from payment_holds)`

/** Seats held by open payments, with the payer: `payment_id`, `user_id`, `education_part_id`, `payer_user_id`. */
export const heldSeatsWithPayer = sql`(
  select held_seat.payment_id, held_seat.user_id, held_seat.education_part_id, paying.user_id as payer_user_id
  from payment_holds held_seat join payments paying on paying.id = held_seat.payment_id)`
