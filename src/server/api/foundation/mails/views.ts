import { sql } from 'drizzle-orm'

/** All mails of the outbox by message id, with what became of them and without their content. */
export const mailOutcomes = sql`(select message_id, sent_at, error from outbox_mails)`
