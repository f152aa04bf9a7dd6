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
    /** The day in Sweden on which it begins, on which age counts: the database knows no time zones. */
    heldOn: day('held_on').notNull(),
    lastSignUpAt: instant('last_sign_up_at'),
    city: text('city').notNull(),
    venue: text('venue'),
    address: text('address'),
    examinerId: integer('examiner_id')
      .notNull()
      .references(() => users.id),
    /** Empty: unlimited. */
    maxParticipants: integer('max_participants'),
    feeMinor: integer('fee_minor').notNull().default(0),
    guardianAge: integer('guardian_age').notNull().default(18),
    blockedForExternalUsers: flag('blocked_for_external_users').notNull().default(false),
    canceledAt: instant('canceled_at'),
    /** Tells calendars that it has changed; raised by triggers. */
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

/** Who examines beside the examiner. */
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

/** An item of the checklist as it was when it was examined, whatever the part asks later. */
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
  /** Of the examiners among themselves. */
  note: text('note'),
  /** The path of a pen, as SVG writes it. */
  signature: text('signature').notNull(),
  examinerId: integer('examiner_id')
    .notNull()
    .references(() => users.id),
  /** When it was signed at the track; it may have reached the portal later. */
  signedAt: instant('signed_at').notNull(),
  changedAt: instant('changed_at').notNull(),
})
