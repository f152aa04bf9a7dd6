import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { storedFiles } from '#api/foundation/files/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant, json } from '#platform/columns.ts'
import type { Audience } from './audience/contract.ts'
import type { MailingState, RecipientState, SkipReason, StoredAudience } from './rules.ts'

/** Texts that people write to a selection of people. */
export const mailings = sqliteTable(
  'mailings',
  {
    id: text('id').primaryKey(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** The selection without ids of people: those are the recipients. */
    audience: json<StoredAudience>('audience').notNull(),
    state: text('state').$type<MailingState>().notNull(),
    /** Time at which the mails are written. */
    dueAt: instant('due_at').notNull(),
    finishedAt: instant('finished_at'),
    createdByUserId: integer('created_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    index('idx_mailings_created_by').on(table.createdByUserId, table.createdAt),
    index('idx_mailings_created_at').on(table.createdAt),
  ],
)

/** The people of a mailing, as its confirmation found them. */
export const mailingRecipients = sqliteTable(
  'mailing_recipients',
  {
    mailingId: text('mailing_id')
      .notNull()
      .references(() => mailings.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    state: text('state').$type<RecipientState>().notNull().default('waiting'),
    /** Why the person got no mail. */
    reason: text('reason').$type<SkipReason>(),
    /** The mail in the outbox. */
    messageId: text('message_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mailingId, table.userId] }),
    index('idx_mailing_recipients_state').on(table.mailingId, table.state, table.userId),
    index('idx_mailing_recipients_user').on(table.userId),
    index('idx_mailing_recipients_created_at').on(table.createdAt),
  ],
)

/** Mailings that are being written. A mailing that is sent from a draft has its id. */
export const mailingDrafts = sqliteTable(
  'mailing_drafts',
  {
    id: text('id').primaryKey(),
    /** The selection as the composer has it, with ids of people where they are chosen. */
    audience: json<Audience>('audience').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** Time of sending; null: at once. */
    dueAt: instant('due_at'),
    createdByUserId: integer('created_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    index('idx_mailing_drafts_created_by').on(table.createdByUserId, table.changedAt),
    index('idx_mailing_drafts_changed_at').on(table.changedAt),
  ],
)

/** Files that are attached to a draft or to a mailing. */
export const mailingFiles = sqliteTable(
  'mailing_files',
  {
    id: integer('id').primaryKey(),
    draftId: text('draft_id').references(() => mailingDrafts.id),
    mailingId: text('mailing_id').references(() => mailings.id),
    fileId: integer('file_id')
      .notNull()
      .references(() => storedFiles.id),
    /** Place of the file in the list, from 0. */
    position: integer('position').notNull(),
  },
  (table) => [
    uniqueIndex('idx_mailing_files_draft').on(table.draftId, table.fileId),
    uniqueIndex('idx_mailing_files_mailing').on(table.mailingId, table.fileId),
    index('idx_mailing_files_file').on(table.fileId),
  ],
)
