import { sql } from 'drizzle-orm'

/**
 * SQL: all saved views, own and shared ones. `list` is a name of `viewLists`, `query` its filter without `?`, and
 * `is_shared` 0 or 1.
 */
export const savedViewsView = sql`(select id, user_id, list, name, query, is_shared from saved_views)`
