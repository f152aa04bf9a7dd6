import { sql } from 'drizzle-orm'

/** Places in the queues of occasions: `user_id`, `education_part_id`. */
export const waitingPlaces = sql`(select user_id, education_part_id from waiting_seats)`
