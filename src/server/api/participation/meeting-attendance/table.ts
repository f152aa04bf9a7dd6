import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { occasionMeetings } from '#api/catalogue/occasions/meetings/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/**
 * A person in a meeting: a participant of the occasion, or the name of somebody who matches none. Kept for 30 days
 * after it.
 */
export const meetingAttendees = sqliteTable(
  'meeting_attendees',
  {
    id: integer('id').primaryKey(),
    meetingId: integer('meeting_id')
      .notNull()
      .references(() => occasionMeetings.id),
    userId: integer('user_id').references(() => users.id),
    /** Name that the person chose in the meeting; null for a participant, and where the service has none. */
    name: text('name'),
    minutes: integer('minutes').notNull(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_meeting_attendees_user').on(table.userId, table.meetingId).where(sql`user_id is not null`),
    index('idx_meeting_attendees_meeting').on(table.meetingId),
    index('idx_meeting_attendees_fetched_at').on(table.fetchedAt),
  ],
)
