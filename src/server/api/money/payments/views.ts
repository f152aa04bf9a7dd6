import { sql } from 'drizzle-orm'

/** The person of each payment, whatever has become of it: `id`, `user_id`. */
export const paymentsView = sql`(select id, user_id from payments)`

/** Seats that payments under way hold: `payment_id`, `user_id`, `education_part_id`. */
export const heldSeats = sql`(select payment_id, user_id, education_part_id from payment_holds)`

/** Seats that payments under way hold, with who pays: `payment_id`, `user_id`, `education_part_id`, `payer_user_id`. */
export const seatsUnderPayment = sql`(
  select held_seat.payment_id, held_seat.user_id, held_seat.education_part_id, paying.user_id as payer_user_id
  from payment_holds held_seat join payments paying on paying.id = held_seat.payment_id)`
