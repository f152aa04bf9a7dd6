import { sql } from 'drizzle-orm'

/**
 * Guardian links, confirmed or not: `confirmed_at` is null on unconfirmed ones. `relation` is a `GuardianRelation`,
 * null on the oldest links.
 */
export const guardianLinksView = sql`(select adult_user_id, child_user_id, relation, confirmed_at, created_at from guardian_links)`
