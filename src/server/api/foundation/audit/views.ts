import { sql } from 'drizzle-orm'

/**
 * All entries of the log with their data and without their authors; read by webhooks. `at` is ISO text in UTC,
 * `target_id` text and `data` JSON text.
 */
export const auditEventsView = sql`(select id, at, action, target_type, target_id, data from audit_entries)`

/** Entries of mails that an organiser has written to participants, with their data as JSON text and their authors. */
export const auditedOrganizerMails = sql`(
  select id, at, user_id, target_id, data from audit_entries
  where action = 'occasion.mailed' and target_type = 'occasion')`

/** All entries of the log without their data; read by other domains. */
export const auditEntriesView = sql`(select id, at, user_id, action, target_type, target_id from audit_entries)`
