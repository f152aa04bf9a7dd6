import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { type FoundUser, foundUserColumns, type SightConditions, toFoundUser } from './storage.ts'
import { users } from './table.ts'

/**
<<<<<<< HEAD
 * Returns the statement that makes a merged-away account inactive and lets it lead to the person who stays. Its data
 * and sessions stay. An inactive one keeps the time since when it is.
=======
 * Returns the statement that closes the account `id`, which is merged into another person, and lets it lead to that
 * person, `mergedInto`. An inactive one keeps the time since when it is inactive.
>>>>>>> c4
 */
export const closeMergedAccount = (db: Database, id: number, mergedInto: number, now: Date): Statement =>
  db.query
    .update(users)
    .set({ mergedInto, inactiveAt: sql`coalesce(inactive_at, ${now.toISOString()})`, changedAt: now })
    .where(eq(users.id, id))

/**
<<<<<<< HEAD
 * Returns the statement that ends the merge of an account, which then leads to nobody; inactive since `inactiveAt`, or
 * active for null. Its data are not moved back.
=======
 * Returns the statement that opens a merged-away account again, so that it leads to nobody else: inactive since
 * `inactiveAt`, or active for null.
>>>>>>> c4
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
<<<<<<< HEAD
 * Finds the id of the person who stays for the id of a merged-away person; returns any other id, also an unknown one,
 * as it is.
=======
 * Returns the id of the person who stays for the id of a merged-away account; any other id, also an unknown one, as it
 * is.
>>>>>>> c4
 */
export async function findStayingId(db: Database, id: number): Promise<number> {
  const [row] = await db.query.select({ mergedInto: users.mergedInto }).from(users).where(eq(users.id, id))
  return row?.mergedInto ?? id
}
