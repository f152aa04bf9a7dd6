import { and, desc, eq, gt, gte, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import { getResetHoldEnd, hoursAfter, resetHoldHours, retentionDays } from './rules.ts'
import { emailChanges } from './table.ts'

export type EmailChange = typeof emailChanges.$inferSelect

const isChangeByAnother = or(
  ne(emailChanges.requestedByUserId, emailChanges.userId),
  eq(emailChanges.fromRegister, true),
)

const isPending = and(isNull(emailChanges.confirmedAt), isNull(emailChanges.withdrawnAt))

/**
 * Returns the statement that inserts a requested change of a person's e-mail address, not yet confirmed. The commit
 * fails while the person has a pending one, also an expired one: withdraw that before.
 */
export const insertChange = (db: Database, change: typeof emailChanges.$inferInsert): Statement =>
  db.query.insert(emailChanges).values(change)

/**
 * Returns the statements that insert changes of e-mail addresses by the federation's register, confirmed now. The
 * people's pending changes are withdrawn; the people themselves are not updated. `piece` is a JSON array of objects
 * with `id`, `userId`, `email` and `previousEmail`. Without `restLiftedAt` (ISO text) the change begins a reset hold
 * (see `hasResetHold`).
 */
export const insertConfirmedChanges = ({ db, now }: Pick<Visitor, 'db' | 'now'>, piece: string): Statement[] => [
  db.query
    .update(emailChanges)
    .set({ withdrawnAt: now })
    .where(and(sql`user_id in (select value ->> 'userId' from json_each(${piece}))`, isPending)),
  insertFrom(
    db.query,
    emailChanges,
    {
      id: sql`value ->> 'id'`,
      userId: sql`value ->> 'userId'`,
      email: sql`value ->> 'email'`,
      previousEmail: sql`value ->> 'previousEmail'`,
      requestedByUserId: sql`value ->> 'userId'`,
      createdAt: now.toISOString(),
      expiresAt: now.toISOString(),
      confirmedAt: now.toISOString(),
      restLiftedAt: sql`value ->> 'restLiftedAt'`,
      fromRegister: 1,
    },
    sql`from json_each(${piece}) where true`,
  ),
]

/**
 * Returns the statement that withdraws the pending change of a person's e-mail address, an expired one too; without one
 * it does nothing.
 */
export const withdrawPending = (db: Database, userId: number, now: Date): Statement =>
  db.query
    .update(emailChanges)
    .set({ withdrawnAt: now })
    .where(and(eq(emailChanges.userId, userId), isPending))

/**
 * Returns the statement that marks a change of e-mail address as confirmed; the person is not updated by it, and the
 * expiry is not checked. The commit fails as `email_link_invalid` when it is confirmed or withdrawn already; an unknown
 * id changes nothing.
 */
export const markChangeConfirmed = (db: Database, id: string, now: Date): Statement =>
  db.query.update(emailChanges).set({ confirmedAt: now }).where(eq(emailChanges.id, id))

/**
 * Returns the statement that marks a change of e-mail address as withdrawn. The commit fails as `email_link_invalid`
 * when it is confirmed or withdrawn already.
 */
export const markChangeWithdrawn = (db: Database, id: string, now: Date): Statement =>
  db.query.update(emailChanges).set({ withdrawnAt: now }).where(eq(emailChanges.id, id))

/**
 * Returns the statement that marks a person's change of e-mail address, and later ones, as stopped by the owner of the
 * previous address. Only changes by another person or the register are marked; the person's e-mail address stays as it
 * is.
 */
export const markChangesStopped = (db: Database, { userId, createdAt }: EmailChange, now: Date): Statement =>
  db.query
    .update(emailChanges)
    .set({ objectedAt: now })
    .where(
      and(
        eq(emailChanges.userId, userId),
        isChangeByAnother,
        gte(emailChanges.createdAt, createdAt),
        isNull(emailChanges.objectedAt),
      ),
    )

/** SQL condition: the change of e-mail address with the id has been confirmed. Used inside the transaction. */
export const isChangeConfirmed = (id: string): SQL =>
  sql`exists (select 1 from ${emailChanges} where ${emailChanges.id} = ${id} and ${emailChanges.confirmedAt} is not null)`

/**
 * Returns the statement that gives a pending change of e-mail address, also an expired one, another token hash and
 * expiry. The earlier token stops working; a confirmed or withdrawn change stays.
 */
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

/**
 * Selects the pending change of a person's e-mail address that has not expired; at most one row. Access is not checked
 * here.
 */
export const selectPending = (db: Database, userId: number, now: Date) =>
  pendingChanges(db, { userId, now: now.toISOString() })

/** Finds a change of e-mail address by id, in any state; null when there is none. Access is not checked here. */
export async function findChange(db: Database, id: string): Promise<EmailChange | null> {
  const [row] = await db.query.select().from(emailChanges).where(eq(emailChanges.id, id))
  return row ?? null
}

/** Finds a pending change of e-mail address that has not expired, by the hash of its token; null when there is none. */
export async function findChangeByToken(db: Database, tokenHash: string, now: Date): Promise<EmailChange | null> {
  const [row] = await db.query
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.tokenHash, tokenHash), isPending, gt(emailChanges.expiresAt, now)))
  return row ?? null
}

const isOnHold = (userId: number | SQL, now: Date) =>
  and(
    eq(emailChanges.userId, userId),
    isChangeByAnother,
    gt(emailChanges.confirmedAt, hoursAfter(now, -resetHoldHours)),
    isNull(emailChanges.objectedAt),
    isNull(emailChanges.restLiftedAt),
  )

/**
 * SQL condition: another person or the register changed the person's e-mail address less than 72 hours ago, so no
 * password reset is sent. False once the owner has objected or the hold has been lifted.
 */
export const hasResetHold = (userId: SQL, now: Date): SQL =>
  sql`exists (select 1 from ${emailChanges} where ${isOnHold(userId, now)})`

/**
 * Finds the end of a person's reset hold, as `hasResetHold` decides; null without one. It lasts 72 hours from the
 * change of e-mail address by another.
 */
export async function findResetHoldEnd(db: Database, userId: number, now: Date): Promise<Date | null> {
  const [row] = await db.query
    .select({ confirmedAt: emailChanges.confirmedAt })
    .from(emailChanges)
    .where(isOnHold(userId, now))
    .orderBy(desc(emailChanges.confirmedAt))
    .limit(1)
  return row?.confirmedAt ? getResetHoldEnd(row.confirmedAt) : null
}

/**
 * True when the e-mail address of the person was changed within the last 72 hours, by anybody. Changes that the owner
 * objected to do not count. A superadministrator who gives the person a password ends this for a change by another.
 */
export async function wasAddressChangedRecently(db: Database, userId: number, now: Date): Promise<boolean> {
  const rows = await db.query
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, userId),
        gt(emailChanges.confirmedAt, hoursAfter(now, -resetHoldHours)),
        isNull(emailChanges.objectedAt),
        isNull(emailChanges.restLiftedAt),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/**
 * Returns the statement that ends a person's reset hold, so that password resets are sent again; without one it does
 * nothing.
 */
export const endResetHold = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(emailChanges).set({ restLiftedAt: now }).where(isOnHold(userId, now))

/**
 * Returns the statement that removes changes of e-mail addresses requested more than `retentionDays` ago, whatever
 * their state: their links and reset holds have ended.
 */
export const removeExpiredChanges = (db: Database, now: Date): Statement =>
  db.query.delete(emailChanges).where(lt(emailChanges.createdAt, hoursAfter(now, -24 * retentionDays)))
