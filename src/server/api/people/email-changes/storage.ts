import { and, desc, eq, gt, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import { getResetHoldEnd, hoursAfter, resetHoldHours, retentionDays } from './rules.ts'
import { emailChanges } from './table.ts'

export type EmailChange = typeof emailChanges.$inferSelect

const isPending = and(isNull(emailChanges.confirmedAt), isNull(emailChanges.withdrawnAt))

/** Inserts a change. */
export const insertChange = (db: Database, change: typeof emailChanges.$inferInsert): Statement =>
  db.query.insert(emailChanges).values(change)

/** Withdraws the pending change of a person. */
export const withdrawPending = (db: Database, userId: number, now: Date): Statement =>
  db.query
    .update(emailChanges)
    .set({ withdrawnAt: now })
    .where(and(eq(emailChanges.userId, userId), isPending))

/** Marks a change as confirmed. */
export const markChangeConfirmed = (db: Database, id: string, now: Date): Statement =>
  db.query.update(emailChanges).set({ confirmedAt: now }).where(eq(emailChanges.id, id))

/** Marks a change as withdrawn. */
export const markChangeWithdrawn = (db: Database, id: string, now: Date): Statement =>
  db.query.update(emailChanges).set({ withdrawnAt: now }).where(eq(emailChanges.id, id))

/** Marks a change by another person, and later ones, as stopped by the owner of the previous address. */
export const markChangesStopped = (db: Database, { userId, createdAt }: EmailChange, now: Date): Statement =>
  db.query
    .update(emailChanges)
    .set({ objectedAt: now })
    .where(
      and(
        eq(emailChanges.userId, userId),
        ne(emailChanges.requestedByUserId, emailChanges.userId),
        gte(emailChanges.createdAt, createdAt),
        isNull(emailChanges.objectedAt),
      ),
    )

/** SQL condition: the change has been confirmed. Used inside the transaction. */
export const isChangeConfirmed = (id: string): SQL =>
  sql`exists (select 1 from ${emailChanges} where ${emailChanges.id} = ${id} and ${emailChanges.confirmedAt} is not null)`

/** Gives a pending change another token and expiry. Does not change one that has ended. */
export const renewToken = (db: Database, id: string, tokenHash: string, expiresAt: Date): Statement =>
  db.query
    .update(emailChanges)
    .set({ tokenHash, expiresAt })
    .where(and(eq(emailChanges.id, id), isPending))

const pendingChanges = prepareQuery(({ query }, { userId, now }: { userId: number; now: string }) =>
  query
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isPending, sql`${emailChanges.expiresAt} > ${now}`)),
)

/** Selects the pending change of a person; at most one row. */
export const selectPending = (db: Database, userId: number, now: Date) =>
  pendingChanges(db, { userId, now: now.toISOString() })

/** Finds a change by id. */
export async function findChange(db: Database, id: string): Promise<EmailChange | null> {
  const [row] = await db.query.select().from(emailChanges).where(eq(emailChanges.id, id))
  return row ?? null
}

/** Finds a pending change by the hash of its token. */
export async function findChangeByToken(db: Database, tokenHash: string, now: Date): Promise<EmailChange | null> {
  const [row] = await db.query
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.tokenHash, tokenHash), isPending, gt(emailChanges.expiresAt, now)))
  return row ?? null
}

const isOnHold = (userId: number, now: Date) =>
  and(
    eq(emailChanges.userId, userId),
    ne(emailChanges.requestedByUserId, emailChanges.userId),
    gt(emailChanges.confirmedAt, hoursAfter(now, -resetHoldHours)),
    isNull(emailChanges.objectedAt),
    isNull(emailChanges.restLiftedAt),
  )

/** Finds the end of the person's reset hold; null without one. */
export async function findResetHoldEnd(db: Database, userId: number, now: Date): Promise<Date | null> {
  const [row] = await db.query
    .select({ confirmedAt: emailChanges.confirmedAt })
    .from(emailChanges)
    .where(isOnHold(userId, now))
    .orderBy(desc(emailChanges.confirmedAt))
    .limit(1)
  return row?.confirmedAt ? getResetHoldEnd(row.confirmedAt) : null
}

/** Ends the person's reset hold. */
export const endResetHold = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(emailChanges).set({ restLiftedAt: now }).where(isOnHold(userId, now))

/**
 * Removes changes requested more than `retentionDays` ago, whatever their state: their links and reset holds have
 * ended.
 */
export const removeExpiredChanges = (db: Database, now: Date): Statement =>
  db.query.delete(emailChanges).where(lt(emailChanges.createdAt, hoursAfter(now, -24 * retentionDays)))
