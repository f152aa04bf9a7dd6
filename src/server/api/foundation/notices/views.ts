import { sql } from 'drizzle-orm'

/** All notices, read ones too. For other domains, as `educationsView` is. */
export const noticesView = sql`(select id, user_id, kind, path, created_at, read_at from notices)`
