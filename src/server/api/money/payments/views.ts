import { sql } from 'drizzle-orm'

/** The person of each payment, whatever has become of it: `id`, `user_id`. */
export const paymentsView = sql`(select id, user_id from payments)`

/** Places that payments under way hold: `payment_id`, `user_id`, `education_part_id`. */
export const heldPlaces = sql`(select payment_id, user_id, education_part_id from payment_holds)`

/** Places that payments under way hold, with who pays: `payment_id`, `user_id`, `education_part_id`, `payer_user_id`. */
export const placesUnderPayment = sql`(
  select held_place.payment_id, held_place.user_id, held_place.education_part_id, paying.user_id as payer_user_id
  from payment_holds held_place join payments paying on paying.id = held_place.payment_id)`
