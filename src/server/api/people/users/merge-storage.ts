import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { type FoundUser, foundUserColumns, type SightConditions, toFoundUser } from './storage.ts'
import { users } from './table.ts'

/**
 * Returns the statement that makes a merged-away account inactive and lets it lead to the person who stays. Its data
 * and sessions stay. An inactive one keeps the time since when it is.
 */
export const closeMergedAccount = (db: Database, id: number, mergedInto: number, now: Date): Statement =>
  db.query
    .update(users)
    .set({ mergedInto, inactiveAt: sql`coalesce(inactive_at, ${now.toISOString()})`, changedAt: now })
    .where(eq(users.id, id))

/**
 * Returns the statement that ends the merge of an account, which then leads to nobody; inactive since `inactiveAt`, or
 * active for null. Its data are not moved back. The commit fails as `person_merged` unless a merge is marked as moving.
 */
export const reopenMergedAccount = (db: Database, id: number, inactiveAt: Date | null, now: Date): Statement =>
  db.query.update(users).set({ mergedInto: null, inactiveAt, changedAt: now }).where(eq(users.id, id))

/**
 * Lists the closed accounts that were merged into a person, in no order, without erased ones. `sight` has the SQL
 * conditions for what of each the caller may know; it leaves no account out.
 */
export async function listMergedRecords(db: Database, id: number, sight: SightConditions): Promise<FoundUser[]> {
  const rows = await db.query
    .select(foundUserColumns(sight))
    .from(users)
    .where(sql`${users.mergedInto} = ${id} and ${users.erasedAt} is null`)
  return rows.map(toFoundUser)
}

/**
 * Finds the id of the person who stays for the id of a merged-away person; returns any other id, also an unknown one,
 * as it is.
 */
export async function findStayingId(db: Database, id: number): Promise<number> {
  const [row] = await db.query.select({ mergedInto: users.mergedInto }).from(users).where(eq(users.id, id))
  return row?.mergedInto ?? id
}
