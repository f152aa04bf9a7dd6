import { sql } from 'drizzle-orm'

/** Notes of the office about people: `id`, `user_id`, `text`. */
export const notesOfPeople = sql`(select id, user_id, text from person_notes)`
