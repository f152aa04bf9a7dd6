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
 * SQL condition: the session in which something was opened is still open at `now`, ISO 8601. SQLite may reuse the id of
 * a removed row, so the session must belong to the same person and be no younger than what was opened in it.
 */
export const isSessionOpen = ({ sessionId, userId, createdAt }: OpenedThing, now: string): SQL =>
  sql`exists (select 1 from sessions opening_session where opening_session.id = ${sessionId} and opening_session.user_id = ${userId}
    and opening_session.created_at <= ${createdAt} and opening_session.expires_at > ${now})`
