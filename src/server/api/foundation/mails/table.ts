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
    /** The text opens an account and is removed after sending. */
    secret: flag('secret').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** Error of the latest attempt; null while the mail waits or is sent. */
    error: text('error'),
    /** The recipient, when the recipient has an account. */
    userId: integer('user_id'),
    /** Name of the template. */
    name: text('name'),
    language: text('language').$type<Language>(),
    /** The same for repeated mails about the same event. */
    onceKey: text('once_key'),
    /** Calendar invitations to these places are attached when it is sent. */
    invitesTo: json<readonly Place[]>('invites_to').notNull().default([]),
    /** Ids of stored files that are attached when it is sent, in their order. */
    attachedFiles: json<readonly number[]>('attached_files').notNull().default([]),
    /** Encrypted secrets of an unsent mail, in place of the marks in its body; see secrets.ts. */
    sealed: text('sealed'),
    /** Part result whose next step replaces the mark in the body when the mail is sent; see next-step.ts. */
    stepResultId: integer('step_result_id'),
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

/** Topics that a person does not want mails about. */
export const declinedMails = sqliteTable(
  'declined_mails',
  { userId: integer('user_id').notNull(), topic: text('topic').$type<MailTopic>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.topic] })],
)

/** Custom wordings of mails; a mail without a row has its original wording. */
export const mailTemplates = sqliteTable(
  'mail_templates',
  {
    name: text('name').notNull(),
    /** Empty when the mail has no variant. */
    variant: text('variant').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** With each placeholder between marks; see `toMarkedText`. */
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    changedAt: instant('changed_at').notNull(),
    changedByUserId: integer('changed_by_user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.variant, table.language] })],
)
