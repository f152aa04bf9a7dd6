import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Last use of each session: `user_id`, `last_used_at`. */
export const sessionsOfPeople = sql`(select user_id, last_used_at from sessions)`

interface OpenedThing {
  sessionId: SQLWrapper
  userId: SQLWrapper
  /** Moment at which it was opened. */
  createdAt: SQLWrapper
}

/**
 * SQL condition: the session in which something was opened still exists and expires after `now` (ISO 8601). False
 * without a session id. SQLite may reuse the id of a removed row, so the session must belong to the same person and
 * have begun before the thing was opened, or at that moment.
 */
export const isSessionOpen = ({ sessionId, userId, createdAt }: OpenedThing, now: string): SQL =>
  sql`exists (select 1 from sessions opening_session where opening_session.id = ${sessionId} and opening_session.user_id = ${userId}
    and opening_session.created_at <= ${createdAt} and opening_session.expires_at > ${now})`
