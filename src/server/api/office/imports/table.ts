import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educations } from '#api/catalogue/educations/table.ts'
import { users } from '#api/people/users/table.ts'
import { day, flag, instant, json } from '#platform/columns.ts'
import type { BatchStatus, GivenRow, Reason, RowStatus } from './rules.ts'

/** One uploaded file. */
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
    addedCount: integer('added_count').notNull().default(0),
    uploadedAt: instant('uploaded_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    // One import at a time is under way for a person; another's is another's.
    uniqueIndex('idx_import_batches_live').on(table.uploadedByUserId).where(sql`status in (0, 1, 5)`),
    index('idx_import_batches_uploader').on(table.uploadedByUserId, table.id),
    index('idx_import_batches_status').on(table.status, table.changedAt),
  ],
)

/** One line of the file, and what has been made of it. */
export const importRows = sqliteTable(
  'import_rows',
  {
    batchId: integer('batch_id')
      .notNull()
      .references(() => importBatches.id),
    /** The line in the file. */
    rowNumber: integer('row_number').notNull(),
    given: json<GivenRow>('given').notNull(),
    /** What the rows of one person have in common, found in the portal or not. */
    personKey: text('person_key'),
    userId: integer('user_id').references(() => users.id),
    educationId: integer('education_id').references(() => educations.id),
    educationKey: text('education_key'),
    completedOn: day('completed_on'),
    /** Empty: not judged yet. */
    status: integer('status').$type<RowStatus>(),
    reason: text('reason').$type<Reason>(),
    /** When an import has dealt with it, whatever came of it. */
    appliedAt: instant('applied_at'),
    /** It has become a completed result. */
    added: flag('added').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.rowNumber] }),
    // A row that has just been uploaded stands in neither of them, so that it is entered once, when it is judged.
    index('idx_import_rows_person')
      .on(table.batchId, table.personKey, table.status, table.rowNumber)
      .where(sql`status is not null`),
    index('idx_import_rows_pair')
      .on(table.batchId, table.userId, sql`coalesce(education_id, education_key)`, table.rowNumber)
      .where(sql`status < 2`),
  ],
)
