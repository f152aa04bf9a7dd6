import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { users } from '#api/people/users/table.ts'
import { day, flag, instant, json } from '#platform/columns.ts'

export const driverExams = sqliteTable(
  'driver_exams',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    title: text('title'),
    description: text('description'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** The day in Sweden on which the exam begins; ages are counted on it, and SQLite knows no time zones. */
    heldOn: day('held_on').notNull(),
    lastSignUpAt: instant('last_sign_up_at'),
    city: text('city').notNull(),
    venue: text('venue'),
    address: text('address'),
    examinerId: integer('examiner_id')
      .notNull()
      .references(() => users.id),
    /** Null means unlimited. */
    maxParticipants: integer('max_participants'),
    feeMinor: integer('fee_minor').notNull().default(0),
    guardianAge: integer('guardian_age').notNull().default(18),
    blockedForExternalUsers: flag('blocked_for_external_users').notNull().default(false),
    canceledAt: instant('canceled_at'),
    /** Sequence number for calendar clients; raised by triggers. */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    index('idx_driver_exams_education').on(table.educationId, table.startsAt),
    index('idx_driver_exams_part').on(table.educationPartId, table.startsAt),
    index('idx_driver_exams_starts_at').on(table.startsAt, table.id),
    index('idx_driver_exams_calendar').on(table.startsAt).where(sql`canceled_at is null`),
    index('idx_driver_exams_length').on(sql`julianday(ends_at) - julianday(starts_at)`),
    index('idx_driver_exams_city').on(table.city, table.startsAt),
    index('idx_driver_exams_examiner').on(table.examinerId, table.startsAt),
  ],
)

/** Educators who examine together with the examiner. */
export const driverExamResponsibles = sqliteTable(
  'driver_exam_responsibles',
  {
    driverExamId: integer('driver_exam_id')
      .notNull()
      .references(() => driverExams.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.driverExamId, table.userId] }),
    index('idx_driver_exam_responsibles_user').on(table.userId),
  ],
)

/** An item of the checklist as it was at the exam, even if the part's checklist changes later. */
export interface StoredItem {
  id: number
  text: string
  required: boolean
  passed: boolean
  comment: string | null
}

export const driverExamProtocols = sqliteTable('driver_exam_protocols', {
  resultId: integer('result_id').primaryKey(),
  items: json<StoredItem[]>('items').notNull(),
  passed: flag('passed').notNull(),
  /** Note that only examiners see. */
  note: text('note'),
  /** The drawn signature as an SVG path. */
  signature: text('signature').notNull(),
  examinerId: integer('examiner_id')
    .notNull()
    .references(() => users.id),
  /** When it was signed on site; it may have been sent to the portal later. */
  signedAt: instant('signed_at').notNull(),
  changedAt: instant('changed_at').notNull(),
})
