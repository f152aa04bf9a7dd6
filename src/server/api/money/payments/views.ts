import { sql } from 'drizzle-orm'

/** The person of each payment, whatever has become of it: `id`, `user_id`. */
export const paymentsView = sql`(select id, user_id from payments)`

/** Places that payments under way hold: `payment_id`, `user_id`, `education_part_id`. */
export const heldPlaces = sql`(select payment_id, user_id, education_part_id from payment_holds)`
