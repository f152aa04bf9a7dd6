import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import type { CustomQuestion, PaymentMethod } from '#api/questions.ts'
import { flag, instant, json } from '#platform/columns.ts'

/** One session of an occasion of several days; ISO instants. */
export interface OccasionSession {
  start: string
  end: string
}

/** Repetitions that created several occasions at once. */
export const occasionSeries = sqliteTable('occasion_series', {
  id: integer('id').primaryKey(),
  createdAt: instant('created_at').notNull(),
})

export const occasions = sqliteTable(
  'occasions',
  {
    id: integer('id').primaryKey(),
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    /** The education it is given for, when several educations share the part and only one is meant. */
    educationId: integer('education_id').references(() => educations.id),
    title: text('title'),
    description: text('description'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    sessions: json<OccasionSession[]>('sessions').notNull(),
    /** Minutes that are no education hours, as entered for the report to RF-SISU. */
    breakMinutes: integer('break_minutes').notNull().default(0),
    lastSignUpAt: instant('last_sign_up_at'),
    /** Last moment to cancel; null: that of the last sign-up, or else the start (`cancelDeadline`). */
    lastCancelAt: instant('last_cancel_at'),
    city: text('city').notNull(),
    venue: text('venue'),
    address: text('address'),
    onlineUrl: text('online_url'),
    /** Null means unlimited. */
    maxParticipants: integer('max_participants'),
    /**
     * Number of live sign-ups, pending ones included. Maintained by triggers on education_part_results; code never
     * writes it.
     */
    bookedCount: integer('booked_count').notNull().default(0),
    /** Number of live sign-ups without attendance or result. Maintained by triggers. */
    unsettledCount: integer('unsettled_count').notNull().default(0),
    /** 1 when an education contains the part. Maintained by triggers. */
    held: integer('held').notNull().default(0),
    /** Number of seats that open payments hold, or that are offered to the waiting list. Maintained by triggers. */
    reservedCount: integer('reserved_count').notNull().default(0),
    feeMinor: integer('fee_minor').notNull().default(0),
    paymentMethods: json<PaymentMethod[]>('payment_methods').notNull(),
    needsApproval: flag('needs_approval').notNull().default(false),
    blockedForExternalUsers: flag('blocked_for_external_users').notNull().default(false),
    organizerOrganizationId: integer('organizer_organization_id').references(() => organizations.id),
    /** Occasions of other parts with the same tag are chosen together with it. */
    tagId: integer('tag_id'),
    /** The repetition that created it with others; null for an occasion that was created alone. */
    seriesId: integer('series_id').references(() => occasionSeries.id),
    canceledAt: instant('canceled_at'),
    canceledReason: text('canceled_reason'),
    customQuestions: json<CustomQuestion[]>('custom_questions').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Sequence number for calendar clients. Raised by triggers; code never writes it. */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    /** Highest number of days that it has ever had. Maintained by triggers; code never writes it. */
    calendarDays: integer('calendar_days').notNull().default(1),
    /** Search words for misspelt queries: `toSearchWords` of title, city and venue. */
    searchWords: text('search_words').notNull(),
  },
  (table) => [
    index('idx_occasions_part').on(table.educationPartId, table.startsAt),
    index('idx_occasions_starts_at').on(table.startsAt),
    index('idx_occasions_desk').on(
      table.startsAt,
      table.id,
      table.endsAt,
      table.educationPartId,
      table.educationId,
      table.canceledAt,
      table.unsettledCount,
      table.held,
    ),
    index('idx_occasions_ends_at').on(table.endsAt),
    index('idx_occasions_length').on(sql`julianday(ends_at) - julianday(starts_at)`),
    uniqueIndex('idx_occasions_tag')
      .on(table.tagId, table.educationPartId)
      .where(sql`tag_id is not null and canceled_at is null`),
    index('idx_occasions_organizer').on(table.organizerOrganizationId, table.endsAt),
    index('idx_occasions_series').on(table.seriesId, table.startsAt).where(sql`series_id is not null`),
    index('idx_occasions_city').on(table.city, table.startsAt),
  ],
)

export const occasionResponsibles = sqliteTable(
  'occasion_responsibles',
  {
    occasionId: integer('occasion_id')
      .notNull()
      .references(() => occasions.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.occasionId, table.userId] }),
    index('idx_occasion_responsibles_user_id').on(table.userId),
  ],
)
