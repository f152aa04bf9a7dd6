import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import { educationPartResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { Attendee } from './rules.ts'
import { meetingAttendees } from './table.ts'

/** Lists the people with a live sign-up to an occasion, with their e-mail addresses, in no order. Checks no access. */
export const listAddresses = (db: Database, occasionId: number): Promise<{ userId: number; email: string | null }[]> =>
  db.query
    .select({ userId: users.id, email: users.email })
    .from(educationPartResults)
    .innerJoin(users, eq(users.id, educationPartResults.userId))
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

/** Returns the statement that removes who was in meetings, of those fetched before a moment. */
export const removeOldAttendees = (db: Database, before: Date): Statement =>
  db.query.delete(meetingAttendees).where(lt(meetingAttendees.fetchedAt, before))
