import { sql } from 'drizzle-orm'

/** All notices, without their texts; read by other domains. `read_at` is null while a notice is unread. */
export const noticesView = sql`(select id, user_id, kind, path, created_at, read_at from notices)`
