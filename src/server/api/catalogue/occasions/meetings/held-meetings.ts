import { type AnyColumn, and, asc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { occasions } from '../table.ts'
import type { MeetingProviderName } from './rules.ts'
import { occasionMeetings } from './table.ts'

/** A meeting that its service has, of an occasion that keeps it. */
export interface HeldMeeting {
  id: number
  occasionId: number
  provider: MeetingProviderName
  externalId: string
  attendanceFetchedAt: Date | null
}

const columns = {
  id: occasionMeetings.id,
  occasionId: occasionMeetings.occasionId,
  provider: occasionMeetings.provider,
  externalId: sql<string>`${occasionMeetings.externalId}`.as('held_external_id'),
  attendanceFetchedAt: occasionMeetings.attendanceFetchedAt,
}

const isHeldByService = and(isNotNull(occasionMeetings.externalId), isNull(occasionMeetings.removalRequestedAt))

/** Returns the meeting of an occasion; null while it has none, or its service has not created it. Checks no access. */
export async function findHeldMeeting(db: Database, occasionId: number): Promise<HeldMeeting | null> {
  const [row] = await db.query
    .select(columns)
    .from(occasionMeetings)
    .where(and(eq(occasionMeetings.occasionId, occasionId), isHeldByService))
  return row ?? null
}

/**
 * Lists at most `limit` meetings with an id above `after`, by id, of occasions that ended between two moments. Leaves
 * out those whose attendance was fetched since the occasion ended.
 */
export const listUnfetchedMeetings = (
  db: Database,
  { since, until, after, limit }: { since: Date; until: Date; after: number; limit: number },
): Promise<HeldMeeting[]> =>
  db.query
    .select(columns)
    .from(occasionMeetings)
    .innerJoin(occasions, eq(occasions.id, occasionMeetings.occasionId))
    .where(
      and(
        isHeldByService,
        gt(occasionMeetings.id, after),
        or(isNull(occasionMeetings.attendanceFetchedAt), lt(occasionMeetings.attendanceFetchedAt, occasions.endsAt)),
        isNull(occasions.canceledAt),
        gt(occasions.endsAt, since),
        lte(occasions.endsAt, until),
      ),
    )
    .orderBy(asc(occasionMeetings.id))
    .limit(limit)

/** SQL condition: the meeting of an id is one of an occasion that ended before a moment. */
export const isOfMeetingThatEndedBefore = (meetingId: AnyColumn, before: Date): SQL =>
  sql`${meetingId} in (select ended_meetings.id from occasion_meetings ended_meetings
    join occasions ended_occasions on ended_occasions.id = ended_meetings.occasion_id
    where ended_occasions.ends_at < ${before.toISOString()})`

/** Returns the statement that stores when the attendance of a meeting was fetched. */
export const markAttendanceFetched = (db: Database, id: number, now: Date): Statement =>
  db.query.update(occasionMeetings).set({ attendanceFetchedAt: now }).where(eq(occasionMeetings.id, id))
