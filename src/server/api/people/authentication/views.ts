import { sql } from 'drizzle-orm'

/** When each session was last used: `user_id`, `last_used_at`. */
export const sessionsOfPeople = sql`(select user_id, last_used_at from sessions)`
