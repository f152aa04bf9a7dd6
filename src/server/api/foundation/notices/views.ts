import { sql } from 'drizzle-orm'

/** All notices, read and unread; read by other domains. */
export const noticesView = sql`(select id, user_id, kind, path, created_at, read_at from notices)`
