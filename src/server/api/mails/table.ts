import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '#platform/columns.ts'

export const outboxMails = sqliteTable(
  'outbox_mails',
  {
    id: integer('id').primaryKey(),
    /** Also the Message-ID's local part, so that a repeated delivery is recognised. */
    messageId: text('message_id').notNull().unique('idx_outbox_mails_message_id'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    error: text('error'),
  },
  (table) => [index('idx_outbox_mails_sent_at').on(table.sentAt, table.id)],
)
