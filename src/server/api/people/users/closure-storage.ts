import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database, Statement } from '#platform/database.ts'
import { accountClosures, users } from './table.ts'

const closer = alias(users, 'closer')

/** A closed account: the reason, when it was closed, and by whom. */
export interface Closure {
  reason: string
  closedAt: Date
  closedByName: string
}

/**
 * Finds why the office has closed an account; null for one that is open or that has only been idle. Access is not
 * checked here.
 */
export async function findClosure({ query }: Database, userId: number): Promise<Closure | null> {
  const [row] = await query
    .select({
      reason: accountClosures.reason,
      closedAt: accountClosures.closedAt,
      closedByName: sql<string>`${closer.firstName} || ' ' || ${closer.lastName}`.as('closer_name'),
    })
    .from(accountClosures)
    .innerJoin(closer, eq(closer.id, accountClosures.closedByUserId))
    .where(eq(accountClosures.userId, userId))
  return row ?? null
}

/** SQL condition: the office has not closed the account, at its place in the transaction. */
export const isNotClosed = (userId: number) =>
  sql`not exists (select 1 from account_closures where user_id = ${userId})`

interface NewClosure {
  userId: number
  reason: string
  closedByUserId: number
  closedAt: Date
}

/**
 * Returns the statements that close an account and store the reason. An account that is inactive already keeps the time
 * of it, and one that the office has closed already keeps its reason. The commit fails as `last_superadministrator`.
 * Sessions, tokens and mails are not removed here.
 */
export const insertClosure = ({ query }: Database, closure: NewClosure): Statement[] => [
  query.insert(accountClosures).values(closure).onConflictDoNothing(),
  query
    .update(users)
    .set({ inactiveAt: sql`coalesce(inactive_at, ${closure.closedAt.toISOString()})`, changedAt: closure.closedAt })
    .where(eq(users.id, closure.userId)),
]
