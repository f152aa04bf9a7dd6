import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/**
 * An occasion in a file for the register of RF-SISU, with the figures of that moment. A report that was undone stays as
 * a trace.
 */
export const studyReports = sqliteTable(
  'study_reports',
  {
    id: integer('id').primaryKey(),
    /** Shared by all reports of one file. */
    fileKey: text('file_key').notNull(),
    occasionId: integer('occasion_id')
      .notNull()
      .references(() => occasions.id),
    leaderUserId: integer('leader_user_id')
      .notNull()
      .references(() => users.id),
    /** Education hours of 45 minutes, without the break. */
    units: integer('units').notNull(),
    breakMinutes: integer('break_minutes').notNull(),
    participants: integer('participants').notNull(),
    /** JSON array of the results that counted as attended, by id; compared with those of today. */
    attendedResults: text('attended_results').notNull(),
    /** JSON object of start, end and sessions of the occasion as reported; compared with those of today. */
    reportedTimes: text('reported_times').notNull().default('{}'),
    reportedByUserId: integer('reported_by_user_id')
      .notNull()
      .references(() => users.id),
    reportedAt: instant('reported_at').notNull(),
    undoneByUserId: integer('undone_by_user_id').references(() => users.id),
    undoneAt: instant('undone_at'),
    undoneReason: text('undone_reason'),
  },
  (table) => [
    uniqueIndex('idx_study_reports_standing').on(table.occasionId).where(sql`undone_at is null`),
    index('idx_study_reports_file').on(table.fileKey),
  ],
)
