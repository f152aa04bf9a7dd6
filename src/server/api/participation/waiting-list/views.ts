import { sql } from 'drizzle-orm'

/** Places in the queues of occasions: `user_id`, `education_part_id`. */
export const waitingPlaces = sql`(select user_id, education_part_id from waiting_seats)`

/** SQL: the education through which a person joined the queue of an occasion: `user_id`, `occasion_id`, `education_id`. */
export const educationsOfQueued = sql`(select seat.user_id, seat.occasion_id, entry.education_id from waiting_seats seat
  join waiting_entries entry on entry.id = seat.entry_id)`
