import { desc, eq, sql } from 'drizzle-orm'
import { users } from '#api/people/users/table.ts'
import { Refused } from '#api/refusals.ts'
import { type Database, ifUnmodifiedSince } from '#platform/database.ts'
import type { ChangedEvent, Event } from './contract.ts'
import { events } from './table.ts'

const selectEvents = (db: Database) =>
  db.query
    .select({
      id: events.id,
      content: events.content,
      created: events.createdAt,
      modified: events.changedAt,
      createdByUserId: events.createdByUserId,
      createdByName: sql<string>`coalesce(${users.firstName} || ' ' || ${users.lastName}, '')`,
    })
    .from(events)
    .leftJoin(users, eq(users.id, events.createdByUserId))

/**
 * Lists at most `limit` events, the newest first, with their authors' names; the name is empty when the author is gone.
 */
export const listLatestEvents = (db: Database, limit: number) =>
  selectEvents(db).orderBy(desc(events.createdAt), desc(events.id)).limit(limit)

/**
 * Finds an event by id. Everyone who is signed in may see events.
 *
 * @throws Refused('not_found') when there is no such event.
 */
export async function getEvent(db: Database, id: number): Promise<Event> {
  const [event] = await selectEvents(db).where(eq(events.id, id))
  if (!event) throw new Refused('not_found')
  return event
}

/** Returns the statement that inserts an event; its result is the id. */
export const insertEvent = (db: Database, event: { content: string; createdByUserId: number }, now: Date) =>
  db.query
    .insert(events)
    .values({ ...event, createdAt: now, changedAt: now })
    .returning({ id: events.id })

/**
 * Returns the statement that changes the text of an event. The commit fails as `changed_meanwhile` unless it has the
 * version `modified`; an unknown id changes nothing.
 */
export const changeEvent = (db: Database, { id, content, modified }: ChangedEvent, now: Date) =>
  db.query
    .update(events)
    .set({ content, changedAt: ifUnmodifiedSince(events.changedAt, modified, now) })
    .where(eq(events.id, id))

/** Returns the statement that deletes an event; an unknown id deletes nothing. */
export const removeEvent = (db: Database, id: number) => db.query.delete(events).where(eq(events.id, id))
