import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { flag, instant } from '#platform/columns.ts'
import { occasions } from '../table.ts'
import type { MeetingFailure, MeetingProviderName } from './rules.ts'

/** An online meeting that the portal creates for an occasion. */
export const occasionMeetings = sqliteTable(
  'occasion_meetings',
  {
    id: integer('id').primaryKey(),
    occasionId: integer('occasion_id')
      .notNull()
      .references(() => occasions.id),
    provider: text('provider').$type<MeetingProviderName>().notNull(),
    /** The portal's own key, by which the service finds a meeting again. */
    key: text('key').notNull(),
    /** Id in the service; null until it is created. */
    externalId: text('external_id'),
    /** Title and time that the service has, as JSON. */
    schedule: text('schedule'),
    /**
     * When the job compares it with the occasion; null when the service has what the occasion says, or has refused it.
     */
    dueAt: instant('due_at'),
    attempts: integer('attempts').notNull().default(0),
    /** True from the claim on, until an attempt shows that the service has no meeting with the key. */
    mayExist: flag('may_exist').notNull().default(false),
    /** End of the lease of the worker that calls the service. */
    claimedUntil: instant('claimed_until'),
    reason: text('reason').$type<MeetingFailure>(),
    /** Text of the service about the reason. */
    message: text('message'),
    /** Whether participants are notified of the link once there is one. */
    tellsParticipants: flag('tells_participants').notNull().default(false),
    requestedByUserId: integer('requested_by_user_id')
      .notNull()
      .references(() => users.id),
    requestedAt: instant('requested_at').notNull(),
    removalRequestedAt: instant('removal_requested_at'),
    removedAt: instant('removed_at'),
    attendanceFetchedAt: instant('attendance_fetched_at'),
  },
  (table) => [
    uniqueIndex('idx_occasion_meetings_occasion').on(table.occasionId).where(sql`removal_requested_at is null`),
    uniqueIndex('idx_occasion_meetings_key').on(table.key),
    index('idx_occasion_meetings_due').on(table.dueAt).where(sql`due_at is not null`),
  ],
)
