import { sql } from 'drizzle-orm'

/** All entries of the log; read by other domains. */
export const auditEntriesView = sql`(select id, at, user_id, action, target_type, target_id from audit_entries)`
