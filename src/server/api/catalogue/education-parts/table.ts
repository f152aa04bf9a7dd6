import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { users } from '#api/people/users/table.ts'
import type { ChecklistItem, CustomQuestion } from '#api/questions.ts'
import { flag, instant, json } from '#platform/columns.ts'
import type { CompletionRule } from './contract.ts'

export const educationParts = sqliteTable(
  'education_parts',
  {
    id: integer('id').primaryKey(),
    title: text('title').notNull(),
    description: text('description'),
    /** Occassion 0, ArticulateSession 1, PracticalDrivingExam 2, Submission 3. */
    type: integer('type').$type<0 | 1 | 2 | 3>().notNull(),
    feeMinor: integer('fee_minor').notNull().default(0),
    mandatory: flag('mandatory').notNull().default(true),
    /** Hours in hundredths: 750 is 7.5 hours. */
    hoursHundredths: integer('hours_hundredths'),
    needsApproval: flag('needs_approval').notNull().default(false),
    packageId: integer('package_id').references(() => contentPackages.id),
    fileId: integer('file_id').references(() => storedFiles.id),
    submissionInstructions: text('submission_instructions'),
    customQuestions: json<CustomQuestion[]>('custom_questions').notNull(),
    /** Checklist of an exam. */
    examChecklist: json<ChecklistItem[]>('exam_checklist').notNull().default([]),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Digital parts: when a course completes the part. */
    completionRule: text('completion_rule').$type<CompletionRule>().notNull().default('course'),
    /** Digital parts: lowest passing score in per cent; null for none. */
    minimumScore: integer('minimum_score'),
    /** Digital parts: every launch starts from the beginning. */
    startsAgain: flag('starts_again').notNull().default(false),
    /** Digital parts: the course opens windows, which the player's sandbox otherwise blocks. */
    opensWindows: flag('opens_windows').notNull().default(false),
    /** Search words for misspelt queries: `toSearchWords` of the title. */
    searchWords: text('search_words').notNull(),
  },
  (table) => [index('idx_education_parts_package_id').on(table.packageId)],
)

export const educationPartResponsibles = sqliteTable(
  'education_part_responsibles',
  {
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.educationPartId, table.userId] })],
)
