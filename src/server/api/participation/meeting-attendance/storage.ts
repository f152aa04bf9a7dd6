import { and, asc, desc, eq, lt, or, sql } from 'drizzle-orm'
import { isOfMeetingThatEndedBefore } from '#api/catalogue/occasions/meetings/held-meetings.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import { protectedPeople } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { Addressee, Attendee } from './rules.ts'
import { meetingAttendees } from './table.ts'

/**
 * Lists the people with a live sign-up to an occasion, with their e-mail addresses, in no order. A protected identity
 * has the real address and name: they are compared with what a service says, and are neither stored nor returned to a
 * caller. Checks no access.
 */
export const listAddresses = (db: Database, occasionId: number): Promise<Addressee[]> =>
  db.query
    .select({
      userId: users.id,
      email: sql<string | null>`coalesce(hidden.email, users.email)`.as('real_email'),
      hiddenName: sql<string | null>`hidden.first_name || ' ' || hidden.last_name`.as('hidden_name'),
    })
    .from(educationPartResults)
    .innerJoin(users, eq(users.id, educationPartResults.userId))
    .leftJoin(sql`${protectedPeople} hidden`, sql`hidden.user_id = users.id`)
    .where(and(eq(educationPartResults.occasionId, occasionId), eq(educationPartResults.canceled, false)))

/** Returns the statements that replace who was in a meeting. */
export const replaceAttendees = (
  db: Database,
  meetingId: number,
  attendees: readonly Attendee[],
  now: Date,
): Statement[] => [
  db.query.delete(meetingAttendees).where(eq(meetingAttendees.meetingId, meetingId)),
  insertFrom(
    db.query,
    meetingAttendees,
    {
      meetingId,
      userId: sql`attendee.value ->> 'userId'`,
      name: sql`attendee.value ->> 'name'`,
      minutes: sql`attendee.value ->> 'minutes'`,
      fetchedAt: now.toISOString(),
    },
    sql`from json_each(${JSON.stringify(attendees)}) attendee`,
  ),
]

/** Lists who was in a meeting, the longest first. Checks no access. */
export const listAttendees = (db: Database, meetingId: number): Promise<Attendee[]> =>
  db.query
    .select({ userId: meetingAttendees.userId, name: meetingAttendees.name, minutes: meetingAttendees.minutes })
    .from(meetingAttendees)
    .where(eq(meetingAttendees.meetingId, meetingId))
    .orderBy(desc(meetingAttendees.minutes), asc(meetingAttendees.id))

/**
 * Returns the statement that removes who was in meetings, of those fetched or of occasions that ended before a moment.
 */
export const removeOldAttendees = (db: Database, before: Date): Statement =>
  db.query
    .delete(meetingAttendees)
    .where(or(lt(meetingAttendees.fetchedAt, before), isOfMeetingThatEndedBefore(meetingAttendees.meetingId, before)))
