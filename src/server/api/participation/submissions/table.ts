import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'
import type { SubmissionStatus } from './rules.ts'

/** A submission of a person for one sign-up to a part, with its status. */
export const submissions = sqliteTable(
  'submissions',
  {
    id: integer('id').primaryKey(),
    educationPartResultId: integer('education_part_result_id').notNull(),
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    educationId: integer('education_id').references(() => educations.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    status: integer('status').$type<SubmissionStatus>().notNull(),
    statusChangedAt: instant('status_changed_at').notNull(),
    /** Null when an upload set the status. */
    statusChangedByUserId: integer('status_changed_by_user_id').references(() => users.id),
    assigneeId: integer('assignee_id').references(() => users.id),
    /** Number of the newest version; `uploadedAt` is of the same. */
    version: integer('version').notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_submissions_result').on(table.educationPartResultId),
    index('idx_submissions_part').on(table.educationPartId, table.status),
    index('idx_submissions_user').on(table.userId, table.educationPartId),
    index('idx_submissions_status').on(table.status, table.uploadedAt),
    index('idx_submissions_assignee').on(table.assigneeId, table.status),
  ],
)

/**
 * One version of a submission's file. Not a row of `stored_files`, because the route that serves those does not check
 * access to submissions.
 */
export const submissionFiles = sqliteTable(
  'submission_files',
  {
    id: integer('id').primaryKey(),
    submissionId: integer('submission_id')
      .notNull()
      .references(() => submissions.id),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    /** Random; names the file's own host on the content origin. */
    key: text('key').notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_submission_files_version').on(table.submissionId, table.version),
    uniqueIndex('idx_submission_files_key').on(table.key),
  ],
)
