import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { users } from '#api/people/users/table.ts'
import type { RefusalCode } from '#api/refusals.ts'
import { instant } from '#platform/columns.ts'
import type { EntryState } from './rules.ts'

/** A party that waits for seats on an occasion, or on all occasions that a tag ties to it. */
export const waitingEntries = sqliteTable(
  'waiting_entries',
  {
    id: integer('id').primaryKey(),
    /** The occasion that was chosen. */
    occasionId: integer('occasion_id')
      .notNull()
      .references(() => occasions.id),
    /** The education of the sign-up; null in entries from before it was stored. */
    educationId: integer('education_id').references(() => educations.id),
    /** The person who joined the queue, alone or for a party; gets the offer while they may answer for each member. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    state: integer('state').$type<EntryState>().notNull().default(0),
    /** Why a member could not be signed up when the rules were last asked; null when all could. */
    barred: text('barred').$type<RefusalCode>(),
    checkedAt: instant('checked_at'),
    offeredAt: instant('offered_at'),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    index('idx_waiting_entries_open').on(table.occasionId, table.id).where(sql`state in (0, 1)`),
    index('idx_waiting_entries_state').on(table.state, table.expiresAt),
    index('idx_waiting_entries_user_id').on(table.userId, table.state),
  ],
)

/** The seats that an open entry wants, one per member and occasion. Triggers count the offered ones as reserved. */
export const waitingSeats = sqliteTable(
  'waiting_seats',
  {
    occasionId: integer('occasion_id')
      .notNull()
      .references(() => occasions.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    entryId: integer('entry_id').notNull(),
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    /** Offered: no 0, yes 1, held by the member's payment 2. */
    offered: integer('offered').$type<0 | 1 | 2>().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.occasionId, table.userId] }),
    index('idx_waiting_seats_entry_id').on(table.entryId, table.occasionId),
    uniqueIndex('idx_waiting_seats_offered').on(table.userId, table.educationPartId).where(sql`offered > 0`),
    index('idx_waiting_seats_user_id').on(table.userId),
  ],
)
