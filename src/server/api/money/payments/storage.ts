import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import { users } from '#api/people/users/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { PaymentStatus } from './rules.ts'
import { paymentHolds, paymentRefunds, payments } from './table.ts'

export type StoredPayment = typeof payments.$inferSelect

/** Inserts a payment that begins now. */
export const insertPayment = (ctx: Visitor, payment: Omit<typeof payments.$inferInsert, 'createdAt' | 'changedAt'>) =>
  ctx.db.query.insert(payments).values({ ...payment, createdAt: ctx.now, changedAt: ctx.now })

/** Returns a payment by its id, or null. */
export async function findPayment(db: Database, id: string): Promise<StoredPayment | null> {
  const [row] = await db.query.select().from(payments).where(eq(payments.id, id))
  return row ?? null
}

/** Returns the payment with a provider's reference, or null. */
export async function findPaymentByReference(db: Database, provider: StoredPayment['provider'], reference: string) {
  const where = and(eq(payments.provider, provider), eq(payments.providerReference, reference))
  const [row] = await db.query.select().from(payments).where(where)
  return row ?? null
}

/** Returns the user's payment with an idempotency key, or null. */
export async function findPaymentByIdempotencyKey(
  db: Database,
  userId: number,
  key: string,
): Promise<StoredPayment | null> {
  const where = and(eq(payments.userId, userId), eq(payments.idempotencyKey, key))
  const [row] = await db.query.select().from(payments).where(where)
  return row ?? null
}

/**
 * Sets the status of a payment. A trigger refuses transitions that are not allowed (`payment_moved`), such as one that
 * another request has made first.
 */
export const setPaymentStatus = (ctx: Visitor, id: string, status: PaymentStatus): Statement =>
  ctx.db.query.update(payments).set({ status, changedAt: ctx.now }).where(eq(payments.id, id))

/** Marks a payment as paid and gives it the next receipt number. */
export const markPaid = (ctx: Visitor, id: string, lastDigits: string | null): Statement =>
  ctx.db.query
    .update(payments)
    .set({
      status: 2,
      lastDigits,
      paidAt: ctx.now,
      changedAt: ctx.now,
      receiptNumber: sql`(select coalesce(max(p.receipt_number), 1000) + 1 from payments p)`,
    })
    .where(eq(payments.id, id))

/** Saves the provider's reference and sets the status to pending. */
export const setProviderReference = (ctx: Visitor, id: string, providerReference: string): Statement =>
  ctx.db.query.update(payments).set({ providerReference, status: 1, changedAt: ctx.now }).where(eq(payments.id, id))

/** Inserts the seats that a payment holds. */
export const insertHolds = (ctx: Visitor, holds: (typeof paymentHolds.$inferInsert)[]): Statement[] =>
  holds.map((hold) => ctx.db.query.insert(paymentHolds).values(hold))

/** Deletes the seats that a payment holds. */
export const releaseHolds = (ctx: Visitor, paymentId: string): Statement =>
  ctx.db.query.delete(paymentHolds).where(eq(paymentHolds.paymentId, paymentId))

/**
 * Deletes all expired holds, of every occasion. A job releases the holds of each payment too; this statement frees the
 * seats without waiting for it.
 */
export const releaseExpiredHolds = (ctx: Visitor): Statement =>
  ctx.db.query.delete(paymentHolds).where(lt(paymentHolds.expiresAt, ctx.now))

/** Inserts a refund of the whole amount because the paid seat is not available. */
export const insertSeatLostRefund = (ctx: Visitor, { id, amountMinor }: StoredPayment): Statement =>
  ctx.db.query.insert(paymentRefunds).values({ paymentId: id, amountMinor, reason: 'place_lost', createdAt: ctx.now })

/** Returns the name, e-mail address and language of the payer, or null. */
export async function findPayer(db: Database, userId: number) {
  const { firstName, lastName, email, language } = users
  const [row] = await db.query
    .select({ userId: users.id, firstName, lastName, email, language })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}

const sumRefunds = (which: SQL) => sql<number>`(
  select coalesce(sum(f.amount_minor), 0) from payment_refunds f where f.payment_id = payments.id and ${which})`

/** A payment with the ids of its results and the sums of its refunds. */
export const paymentColumns = {
  payment: payments,
  resultIds: sql<string>`(select json_group_array(r.id) from ${partResultsView} r where r.payment_id = payments.id)`.as(
    'result_ids',
  ),
  toRefundMinor: sumRefunds(sql`f.refunded_at is null`).as('to_refund'),
  refundedMinor: sumRefunds(sql`f.refunded_at is not null`).as('refunded'),
}

const selectPaymentsOfUser = prepareQuery(({ query }, { userId }: { userId: number }) =>
  query
    .select(paymentColumns)
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(100),
)

/** Lists the user's hundred latest payments, newest first. */
export const listPayments = (db: Database, userId: number) => selectPaymentsOfUser(db, { userId })
export type PaymentWithSums = Awaited<ReturnType<typeof listPayments>>[number]

/** True when a payment has given at least one seat. */
export async function hasSeats(db: Database, paymentId: string): Promise<boolean> {
  const [row] = await db.rows<{ one: number }>(
    sql`select 1 one from ${partResultsView} where payment_id = ${paymentId} limit 1`,
  )
  return row !== undefined
}
