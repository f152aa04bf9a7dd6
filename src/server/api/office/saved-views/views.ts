import { sql } from 'drizzle-orm'

/** SQL: all saved views, own and shared ones. */
export const savedViewsView = sql`(select id, user_id, list, name, query, is_shared from saved_views)`
