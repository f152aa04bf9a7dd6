import { sql } from 'drizzle-orm'

/** Integration accounts that are open: `id`, `last_used_at`. */
export const openAccounts = sql`(select id, last_used_at from integration_accounts where active = 1)`
