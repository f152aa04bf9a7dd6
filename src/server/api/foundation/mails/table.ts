import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Language } from '#api/actor.ts'
import type { Place } from '#api/place.ts'
import { flag, instant, json } from '#platform/columns.ts'
import type { MailTopic } from './rules.ts'

export const outboxMails = sqliteTable(
  'outbox_mails',
  {
    id: integer('id').primaryKey(),
    /** Also the Message-ID's local part, so that a repeated delivery is recognised. */
    messageId: text('message_id').notNull().unique('idx_outbox_mails_message_id'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** Its text opens an account, and is removed when it has been sent. */
    secret: flag('secret').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    error: text('error'),
    /** Whom it is for, when that is somebody with an account. */
    userId: integer('user_id'),
    /** Of the template. */
    name: text('name'),
    language: text('language').$type<Language>(),
    /** The same mail of the same event has the same. */
    onceKey: text('once_key'),
    /** Its reader's invitations to these go along, written when it is sent. */
    invitesTo: json<readonly Place[]>('invites_to').notNull().default([]),
    /** Of a secret mail that has not been sent: what stands at the marks of its body, encrypted; see secrets.ts. */
    sealed: text('sealed'),
  },
  (table) => [
    uniqueIndex('idx_outbox_mails_once_key').on(table.onceKey),
    index('idx_outbox_mails_user').on(table.userId, table.createdAt),
    index('idx_outbox_mails_recipient').on(table.recipient, table.createdAt),
    index('idx_outbox_mails_name').on(table.name, table.createdAt),
    index('idx_outbox_mails_sent_at').on(table.sentAt, table.id),
    index('idx_outbox_mails_created_at').on(table.createdAt, table.id),
  ],
)

/** What somebody does not want mails about. */
export const declinedMails = sqliteTable(
  'declined_mails',
  { userId: integer('user_id').notNull(), topic: text('topic').$type<MailTopic>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.topic] })],
)

/** The portal's mails in somebody's own words; a mail without a row is as it was delivered. */
export const mailTemplates = sqliteTable(
  'mail_templates',
  {
    name: text('name').notNull(),
    /** Empty: the mail has none. */
    variant: text('variant').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** With each placeholder between marks; see `marked`. */
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    changedAt: instant('changed_at').notNull(),
    changedByUserId: integer('changed_by_user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.variant, table.language] })],
)
