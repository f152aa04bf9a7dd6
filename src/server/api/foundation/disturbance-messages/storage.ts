import { and, desc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { Refused } from '#api/refusals.ts'
import { type Database, ifUnmodifiedSince } from '#platform/database.ts'
import type { ChangedDisturbanceMessage, NewDisturbanceMessage } from './contract.ts'
import { disturbanceMessages } from './table.ts'

export type StoredDisturbanceMessage = typeof disturbanceMessages.$inferSelect

const newestFirst = [desc(disturbanceMessages.changedAt), desc(disturbanceMessages.id)]

/** Lists all disturbance messages, past and future ones too, the latest change first. */
export const listDisturbanceMessages = (db: Database): Promise<StoredDisturbanceMessage[]> =>
  db.query
    .select()
    .from(disturbanceMessages)
    .orderBy(...newestFirst)

/**
 * Finds the current disturbance message with the latest change; null when none is current. A message is current from
 * `fromAt` until before `toAt`; null sets no limit.
 */
export async function findCurrentDisturbance(db: Database, now: Date): Promise<StoredDisturbanceMessage | null> {
  const { fromAt, toAt } = disturbanceMessages
  const [message] = await db.query
    .select()
    .from(disturbanceMessages)
    .where(and(or(isNull(fromAt), lte(fromAt, now)), or(isNull(toAt), gt(toAt, now))))
    .orderBy(...newestFirst)
    .limit(1)
  return message ?? null
}

/**
 * Finds a disturbance message by id.
 *
 * @throws Refused('not_found') when it does not exist.
 */
export async function getDisturbanceMessage(db: Database, id: number): Promise<StoredDisturbanceMessage> {
  const [message] = await db.query.select().from(disturbanceMessages).where(eq(disturbanceMessages.id, id))
  if (!message) throw new Refused('not_found')
  return message
}

const written = ({ content, from, to }: NewDisturbanceMessage) => ({ content, fromAt: from ?? null, toAt: to ?? null })

/**
 * Returns the statement that inserts a disturbance message; its result is the row. Overlapping messages are not
 * refused.
 */
export const insertDisturbanceMessage = (db: Database, message: NewDisturbanceMessage, now: Date) =>
  db.query
    .insert(disturbanceMessages)
    .values({ ...written(message), createdAt: now, changedAt: now })
    .returning()

/**
 * Returns the statement that changes a disturbance message; its result is the row. The commit fails as
 * `changed_meanwhile` when the row has another version than `lastChange`; an unknown id gives no row.
 */
export const changeDisturbanceMessage = (db: Database, message: ChangedDisturbanceMessage, now: Date) =>
  db.query
    .update(disturbanceMessages)
    .set({ ...written(message), changedAt: ifUnmodifiedSince(disturbanceMessages.changedAt, message.lastChange, now) })
    .where(eq(disturbanceMessages.id, message.id))
    .returning()

/** Returns the statement that removes a disturbance message; an unknown id removes nothing. */
export const removeDisturbanceMessage = (db: Database, id: number) =>
  db.query.delete(disturbanceMessages).where(eq(disturbanceMessages.id, id))
