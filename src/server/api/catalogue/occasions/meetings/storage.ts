import { and, asc, eq, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { type MeetingFailure, type MeetingProviderName, nextAttemptAt } from './rules.ts'
import { occasionMeetings } from './table.ts'

/** A meeting as the table has it. */
export type MeetingRow = typeof occasionMeetings.$inferSelect

/** SQL condition on `occasion_meetings`: the meeting of an occasion, and none that is removed or waits to be. */
const isOf = (occasionId: number | SQL): SQL =>
  sql`occasion_meetings.occasion_id = ${occasionId} and occasion_meetings.removal_requested_at is null`

/** SQL condition: an occasion has a meeting of the portal, which writes its link. */
export const hasMeeting = (occasionId: number | SQL): SQL =>
  sql`exists (select 1 from occasion_meetings kept_meetings
    where kept_meetings.occasion_id = ${occasionId} and kept_meetings.removal_requested_at is null)`

/**
 * Selects the meeting of an occasion, or else one that the service has not deleted as it should; no row without them.
 */
export const selectMeeting = (db: Database, occasionId: number) =>
  db.query
    .select()
    .from(occasionMeetings)
    .where(
      and(
        eq(occasionMeetings.occasionId, occasionId),
        or(
          isNull(occasionMeetings.removalRequestedAt),
          and(isNull(occasionMeetings.removedAt), isNotNull(occasionMeetings.reason)),
        ),
      ),
    )
    .orderBy(sql`removal_requested_at is not null`, asc(occasionMeetings.id))
    .limit(1)

interface NewMeeting {
  provider: MeetingProviderName
  key: string
  tellsParticipants: boolean
  requestedByUserId: number
  now: Date
}

/** Returns the statement that gives an occasion a meeting, to be created at once; nothing while it has one. */
export const insertMeeting = (db: Database, occasionId: number | SQL, meeting: NewMeeting): Statement =>
  insertFrom(
    db.query,
    occasionMeetings,
    {
      occasionId,
      provider: meeting.provider,
      key: meeting.key,
      tellsParticipants: meeting.tellsParticipants ? 1 : 0,
      requestedByUserId: meeting.requestedByUserId,
      requestedAt: meeting.now.toISOString(),
      dueAt: meeting.now.toISOString(),
      attempts: 0,
      mayExist: 0,
    },
    sql`where not ${hasMeeting(occasionId)}`,
  )

/** Returns the statement that lets the job delete the meeting of an occasion. Changes nothing without one. */
export const requestRemoval = (db: Database, occasionId: number, now: Date): Statement =>
  db.query
    .update(occasionMeetings)
    .set({ removalRequestedAt: now, dueAt: now, attempts: 0, reason: null, message: null })
    .where(isOf(occasionId))

/** SQL expression for a key of its own for each row, in the form of a UUID. */
const newKey = sql.raw(`lower(${[4, 2, 2, 2, 6].map((bytes) => `hex(randomblob(${bytes}))`).join(` || '-' || `)})`)

/**
 * Returns the statement that lets the job try failed meetings of an occasion again. One that is gone is created again,
 * with another key, and its participants are notified of the link when they had another one. Changes nothing of
 * meetings without a failure.
 */
export const requestRetry = (db: Database, occasionId: number, now: Date): Statement =>
  db.query
    .update(occasionMeetings)
    .set({
      dueAt: now,
      attempts: 0,
      reason: null,
      message: null,
      key: sql`case when reason = 'gone' then ${newKey} else key end`,
      externalId: sql`case when reason <> 'gone' then external_id end`,
      schedule: sql`case when reason <> 'gone' then schedule end`,
      mayExist: sql`case when reason = 'gone' then 0 else may_exist end`,
      tellsParticipants: sql`case when reason = 'gone' and external_id is not null then 1 else tells_participants end`,
    })
    .where(
      and(
        eq(occasionMeetings.occasionId, occasionId),
        isNull(occasionMeetings.removedAt),
        isNotNull(occasionMeetings.reason),
      ),
    )

const isFree = (now: Date) => or(isNull(occasionMeetings.claimedUntil), lt(occasionMeetings.claimedUntil, now))

const isDue = (now: Date) => and(lte(occasionMeetings.dueAt, now), isFree(now))

/** SQL condition: a meeting is to be created, changed or deleted now. */
export const hasWork = (now: Date): SQL => sql`exists (
  select 1 from occasion_meetings m where m.due_at <= ${now.toISOString()}
    and (m.claimed_until is null or m.claimed_until < ${now.toISOString()}))`

/** Lists at most `limit` meetings that are due, the earliest first. */
export const listDueMeetings = (db: Database, now: Date, limit: number): Promise<MeetingRow[]> =>
  db.query
    .select()
    .from(occasionMeetings)
    .where(isDue(now))
    .orderBy(asc(occasionMeetings.dueAt), asc(occasionMeetings.id))
    .limit(limit)

/** As long as a worker can live: afterwards nobody calls the service any more. */
const claimMs = 900_000

/**
 * Claims a meeting for a quarter of an hour and counts the attempt. From now on the service may have it. Null when
 * another worker has it or it is no longer due.
 */
export async function claimMeeting(db: Database, id: number, now: Date): Promise<MeetingRow | null> {
  const claimedUntil = new Date(now.getTime() + claimMs)
  const [row] = await db.query
    .update(occasionMeetings)
    .set({ attempts: sql`attempts + 1`, claimedUntil, mayExist: true })
    .where(and(eq(occasionMeetings.id, id), isDue(now)))
    .returning()
  return row ?? null
}

/** SQL condition on `occasion_meetings`: the meeting, while this worker holds it. */
export const isHeld = ({ id, claimedUntil }: MeetingRow): SQL =>
  sql`occasion_meetings.id = ${id} and occasion_meetings.claimed_until = ${claimedUntil?.toISOString() ?? null}`

/** SQL: null when nothing has changed since the claim; otherwise the new time, so that the job compares once more. */
const dueAfter = ({ dueAt }: MeetingRow) => sql`case when due_at is not ${dueAt?.toISOString() ?? null} then due_at end`

type SettledColumns = Partial<Pick<MeetingRow, 'externalId' | 'schedule' | 'removedAt' | 'removalRequestedAt'>>

/**
 * Returns the statement that stores what the service now has. A change of the occasion since the claim stays due.
 * Changes nothing when this worker has lost the meeting.
 */
export const storeSettled = (db: Database, meeting: MeetingRow, settled: SettledColumns = {}): Statement =>
  db.query
    .update(occasionMeetings)
    .set({
      ...settled,
      dueAt: settled.removedAt ? null : dueAfter(meeting),
      attempts: 0,
      mayExist: true,
      claimedUntil: null,
      reason: null,
      message: null,
    })
    .where(isHeld(meeting))

interface Failure {
  reason: MeetingFailure
  message: string | null
  mayExist: boolean
}

/** Returns the statement that stores why the service has not what the occasion says, until somebody presses again. */
export const storeFailure = (db: Database, meeting: MeetingRow, failure: Failure): Statement =>
  db.query
    .update(occasionMeetings)
    .set({
      reason: failure.reason,
      message: failure.message,
      mayExist: failure.mayExist,
      dueAt: dueAfter(meeting),
      claimedUntil: null,
    })
    .where(isHeld(meeting))

/**
 * Returns the statement that ends an attempt without an answer: the next one waits, at least until `earliest`, and the
 * last one is a failure.
 */
export function storeNoAnswer(
  db: Database,
  meeting: MeetingRow,
  failure: Failure,
  now: Date,
  earliest = now,
): Statement {
  const dueAt = nextAttemptAt(meeting.attempts, now, earliest)
  if (dueAt === null) return storeFailure(db, meeting, failure)
  const { mayExist } = failure
  return db.query.update(occasionMeetings).set({ dueAt, mayExist, claimedUntil: null }).where(isHeld(meeting))
}

/** Returns the statement that gives a meeting back until a moment, without counting the attempt. */
export const postponeMeeting = (db: Database, meeting: MeetingRow, mayExist: boolean, dueAt: Date): Statement =>
  db.query
    .update(occasionMeetings)
    .set({ attempts: meeting.attempts - 1, mayExist, dueAt, claimedUntil: null })
    .where(isHeld(meeting))

/** Returns the statement that lets all due meetings of a service wait until a moment, without counting an attempt. */
export const postponeProvider = (
  db: Database,
  provider: MeetingProviderName,
  { now, until }: { now: Date; until: Date },
): Statement =>
  db.query
    .update(occasionMeetings)
    .set({ dueAt: until })
    .where(and(eq(occasionMeetings.provider, provider), isDue(now)))
