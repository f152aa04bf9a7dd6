import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, instant } from '#platform/columns.ts'

export const outboxMails = sqliteTable(
  'outbox_mails',
  {
    id: integer('id').primaryKey(),
    /** Also the Message-ID's local part, so that a repeated delivery is recognised. */
    messageId: text('message_id').notNull().unique('idx_outbox_mails_message_id'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** Its text opens an account, and is forgotten when it has been sent. */
    secret: flag('secret').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    error: text('error'),
  },
  (table) => [
    index('idx_outbox_mails_sent_at').on(table.sentAt, table.id),
    index('idx_outbox_mails_created_at').on(table.createdAt, table.id),
  ],
)
