import { sql } from 'drizzle-orm'

/** Personal numbers that the register gives for people in the portal: `user_id` and `number_hash`. */
export const numbersOfRegister = sql`(select user_id, number_hash from register_people
  where user_id is not null and number_hash is not null)`
