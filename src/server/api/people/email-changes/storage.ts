import { and, desc, eq, gt, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import { daysKept, hoursAfter, restHours, restsUntil } from './rules.ts'
import { emailChanges } from './table.ts'

export type EmailChange = typeof emailChanges.$inferSelect

const isPending = and(isNull(emailChanges.confirmedAt), isNull(emailChanges.withdrawnAt))

export const insertChange = (db: Database, change: typeof emailChanges.$inferInsert): Statement =>
  db.query.insert(emailChanges).values(change)

/** Ends the change that waits for a person. */
export const withdrawPending = (db: Database, userId: number, now: Date): Statement =>
  db.query
    .update(emailChanges)
    .set({ withdrawnAt: now })
    .where(and(eq(emailChanges.userId, userId), isPending))

export const markConfirmed = (db: Database, id: string, now: Date): Statement =>
  db.query.update(emailChanges).set({ confirmedAt: now }).where(eq(emailChanges.id, id))

export const markWithdrawn = (db: Database, id: string, now: Date): Statement =>
  db.query.update(emailChanges).set({ withdrawnAt: now }).where(eq(emailChanges.id, id))

/** Marks a change by another person, and those that followed it, as stopped by the reader of the previous address. */
export const markObjected = (db: Database, { userId, createdAt }: EmailChange, now: Date): Statement =>
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

/** The change counts already, as a condition inside the transaction. */
export const isConfirmed = (id: string): SQL =>
  sql`exists (select 1 from ${emailChanges} where ${emailChanges.id} = ${id} and ${emailChanges.confirmedAt} is not null)`

/** Gives a pending change another token and its full time; one that has been settled since stays as it is. */
export const renewToken = (db: Database, id: string, tokenHash: string, expiresAt: Date): Statement =>
  db.query
    .update(emailChanges)
    .set({ tokenHash, expiresAt })
    .where(and(eq(emailChanges.id, id), isPending))

const pendingOf = prepareQuery(({ query }, { userId, now }: { userId: number; now: string }) =>
  query
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isPending, sql`${emailChanges.expiresAt} > ${now}`)),
)

/** The change that waits for a person; at most one row. */
export const selectPending = (db: Database, userId: number, now: Date) =>
  pendingOf(db, { userId, now: now.toISOString() })

export async function findById(db: Database, id: string): Promise<EmailChange | null> {
  const [row] = await db.query.select().from(emailChanges).where(eq(emailChanges.id, id))
  return row ?? null
}

export async function findByToken(db: Database, tokenHash: string, now: Date): Promise<EmailChange | null> {
  const [row] = await db.query
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.tokenHash, tokenHash), isPending, gt(emailChanges.expiresAt, now)))
  return row ?? null
}

const isResting = (userId: number, now: Date) =>
  and(
    eq(emailChanges.userId, userId),
    ne(emailChanges.requestedByUserId, emailChanges.userId),
    gt(emailChanges.confirmedAt, hoursAfter(now, -restHours)),
    isNull(emailChanges.objectedAt),
    isNull(emailChanges.restLiftedAt),
  )

/** Until when a person’s password is not reset by mail; null when it may be. */
export async function findRest(db: Database, userId: number, now: Date): Promise<Date | null> {
  const [row] = await db.query
    .select({ confirmedAt: emailChanges.confirmedAt })
    .from(emailChanges)
    .where(isResting(userId, now))
    .orderBy(desc(emailChanges.confirmedAt))
    .limit(1)
  return row?.confirmedAt ? restsUntil(row.confirmedAt) : null
}

export const liftRest = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(emailChanges).set({ restLiftedAt: now }).where(isResting(userId, now))

/** Removes changes that no link and no rest depends on any more. */
export const removeOld = (db: Database, now: Date): Statement =>
  db.query.delete(emailChanges).where(lt(emailChanges.createdAt, hoursAfter(now, -24 * daysKept)))
