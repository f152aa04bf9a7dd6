import { sql } from 'drizzle-orm'

/** Guardian links, confirmed or not: `confirmed_at` is null on unconfirmed ones. */
export const guardianLinksView = sql`(select adult_user_id, child_user_id, relation, confirmed_at, created_at from guardian_links)`
