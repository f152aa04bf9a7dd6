import { sql } from 'drizzle-orm'

/** Each adult with each child in their care, links that await confirmation too: `confirmed_at` is null then. */
export const guardianLinksView = sql`(select adult_user_id, child_user_id, relation, confirmed_at from guardian_links)`
