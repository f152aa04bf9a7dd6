import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educations } from '#api/catalogue/educations/table.ts'
import type { OpenResult } from '#api/participation/results/undo-import-storage.ts'
import { users } from '#api/people/users/table.ts'
import { day, flag, instant, json } from '#platform/columns.ts'
import type { BatchStatus, FileRow, RowReason, RowStatus } from './rules.ts'

/** An uploaded file. */
export const importBatches = sqliteTable(
  'import_batches',
  {
    id: integer('id').primaryKey(),
    title: text('title').notNull(),
    uploadedByUserId: integer('uploaded_by_user_id')
      .notNull()
      .references(() => users.id),
    status: integer('status').$type<BatchStatus>().notNull(),
    rowCount: integer('row_count').notNull(),
    /** Rows that have become a completed result; written when the import is done. */
    addedCount: integer('added_count').notNull().default(0),
    uploadedAt: instant('uploaded_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** When the undo was pressed, and when it reached the last row. */
    undoStartedAt: instant('undo_started_at'),
    undoneAt: instant('undone_at'),
  },
  (table) => [
    // A person has at most one live import.
    uniqueIndex('idx_import_batches_live').on(table.uploadedByUserId).where(sql`status in (0, 1, 5)`),
    index('idx_import_batches_uploader').on(table.uploadedByUserId, table.id),
    index('idx_import_batches_status').on(table.status, table.changedAt),
  ],
)

/** A row of the file, with the outcome of checking it. */
export const importRows = sqliteTable(
  'import_rows',
  {
    batchId: integer('batch_id')
      .notNull()
      .references(() => importBatches.id),
    /** Line number in the file. */
    rowNumber: integer('row_number').notNull(),
    given: json<FileRow>('given').notNull(),
    /** Groups the rows of one person: the user id, or a key of the cells when no person matches. */
    personKey: text('person_key'),
    userId: integer('user_id').references(() => users.id),
    educationId: integer('education_id').references(() => educations.id),
    educationKey: text('education_key'),
    completedOn: day('completed_on'),
    /** Null until the row is checked. */
    status: integer('status').$type<RowStatus>(),
    reason: text('reason').$type<RowReason>(),
    /** Time at which an import processed the row, with or without a result. */
    appliedAt: instant('applied_at'),
    /** Whether the row has become a completed result. */
    added: flag('added').notNull().default(false),
    /** Version of the cells; 1970 while they are as they were uploaded. */
    changedAt: instant('changed_at').notNull().default(new Date(0)),
    /** The open result that the row completed; null when the row made a result of its own. */
    openBefore: json<OpenResult>('open_before'),
    /** Time at which the undo of the import processed the row. */
    undoneAt: instant('undone_at'),
    /** Whether the undo left the result, because it was changed since the import. */
    isKept: flag('is_kept').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.rowNumber] }),
    // Unchecked rows are in neither index, so that each row is indexed once, when it is checked.
    index('idx_import_rows_person')
      .on(table.batchId, table.personKey, table.status, table.rowNumber)
      .where(sql`status is not null`),
    index('idx_import_rows_pair')
      .on(table.batchId, table.userId, sql`coalesce(education_id, education_key)`, table.rowNumber)
      .where(sql`status < 2`),
  ],
)
