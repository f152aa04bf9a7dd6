import { sql } from 'drizzle-orm'

/** Last use of each session: `user_id`, `last_used_at`. */
export const sessionsOfPeople = sql`(select user_id, last_used_at from sessions)`
