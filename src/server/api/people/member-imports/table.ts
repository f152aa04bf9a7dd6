import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import { flag, instant, json } from '#platform/columns.ts'
import type { BatchState, ColumnMapping, MemberReason, MemberStatus } from './rules.ts'

/** A file of members. */
export const memberImportBatches = sqliteTable(
  'member_import_batches',
  {
    id: integer('id').primaryKey(),
    title: text('title').notNull(),
    uploadedByUserId: integer('uploaded_by_user_id')
      .notNull()
      .references(() => users.id),
    /** Club of the rows that name none; null until it is chosen. */
    organizationId: integer('organization_id').references(() => organizations.id),
    state: integer('state').$type<BatchState>().notNull(),
    header: json<string[]>('header').notNull(),
    mapping: json<ColumnMapping>('mapping').notNull(),
    rowCount: integer('row_count').notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
    appliedAt: instant('applied_at'),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    index('idx_member_import_batches_uploader').on(table.uploadedByUserId, table.id),
    index('idx_member_import_batches_changed_at').on(table.changedAt),
  ],
)

/** A row of such a file, with its outcome. */
export const memberImportRows = sqliteTable(
  'member_import_rows',
  {
    batchId: integer('batch_id')
      .notNull()
      .references(() => memberImportBatches.id),
    rowNumber: integer('row_number').notNull(),
    cells: json<string[]>('cells').notNull(),
    /** Null until the row is checked. */
    status: integer('status').$type<MemberStatus>(),
    reason: text('reason').$type<MemberReason>(),
    userId: integer('user_id').references(() => users.id),
    organizationId: integer('organization_id').references(() => organizations.id),
    appliedAt: instant('applied_at'),
    undoneAt: instant('undone_at'),
    /** Whether the row stayed when the batch was undone, because the person had done something. */
    isKept: flag('is_kept').notNull().default(false),
    /** Version of the cells; 1970 while they are as they were uploaded. */
    changedAt: instant('changed_at').notNull().default(new Date(0)),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.rowNumber] }),
    index('idx_member_import_rows_status').on(table.batchId, table.status, table.rowNumber),
    index('idx_member_import_rows_user').on(table.userId).where(sql`user_id is not null`),
    index('idx_member_import_rows_organization').on(table.organizationId).where(sql`organization_id is not null`),
  ],
)

/**
 * Birth dates and personal numbers that an administrator of some has had checked, for thirty days. A name's digest has
 * birth dates as variants, a birth date the hashes of numbers.
 */
export const memberImportChecks = sqliteTable(
  'member_import_checks',
  {
    uploaderUserId: integer('uploader_user_id')
      .notNull()
      .references(() => users.id),
    subject: text('subject').notNull(),
    variant: text('variant').notNull(),
    checkedAt: instant('checked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uploaderUserId, table.subject, table.variant] }),
    index('idx_member_import_checks_checked_at').on(table.checkedAt),
  ],
)
