import { sql } from 'drizzle-orm'

/** All entries of the log. For other domains, as `educationsView` is. */
export const auditEntriesView = sql`(select id, at, user_id, action, target_type, target_id from audit_entries)`
