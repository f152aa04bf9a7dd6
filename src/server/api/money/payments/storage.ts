import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import { users } from '#api/people/users/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { PaymentStatus } from './rules.ts'
import { paymentHolds, paymentRefunds, payments } from './table.ts'

export type StoredPayment = typeof payments.$inferSelect

export const insertPayment = (ctx: Visitor, payment: Omit<typeof payments.$inferInsert, 'createdAt' | 'changedAt'>) =>
  ctx.db.query.insert(payments).values({ ...payment, createdAt: ctx.now, changedAt: ctx.now })

export async function findPayment(db: Database, id: string): Promise<StoredPayment | null> {
  const [row] = await db.query.select().from(payments).where(eq(payments.id, id))
  return row ?? null
}

export async function findByReference(db: Database, provider: StoredPayment['provider'], reference: string) {
  const where = and(eq(payments.provider, provider), eq(payments.providerReference, reference))
  const [row] = await db.query.select().from(payments).where(where)
  return row ?? null
}

export async function findByKey(db: Database, userId: number, key: string): Promise<StoredPayment | null> {
  const where = and(eq(payments.userId, userId), eq(payments.idempotencyKey, key))
  const [row] = await db.query.select().from(payments).where(where)
  return row ?? null
}

/** Which status may follow which is the database's to say: a step that another has taken meanwhile is refused. */
export const moveTo = (ctx: Visitor, id: string, status: PaymentStatus): Statement =>
  ctx.db.query.update(payments).set({ status, changedAt: ctx.now }).where(eq(payments.id, id))

export const movePaid = (ctx: Visitor, id: string, lastDigits: string | null): Statement =>
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

export const setReference = (ctx: Visitor, id: string, providerReference: string): Statement =>
  ctx.db.query.update(payments).set({ providerReference, status: 1, changedAt: ctx.now }).where(eq(payments.id, id))

export const insertHolds = (ctx: Visitor, holds: (typeof paymentHolds.$inferInsert)[]): Statement[] =>
  holds.map((hold) => ctx.db.query.insert(paymentHolds).values(hold))

export const releaseHolds = (ctx: Visitor, paymentId: string): Statement =>
  ctx.db.query.delete(paymentHolds).where(eq(paymentHolds.paymentId, paymentId))

/** Those whose time is over, wherever they are: a job lets each go, and nobody waits for it who wants the seat. */
export const releaseExpired = (ctx: Visitor): Statement =>
  ctx.db.query.delete(paymentHolds).where(lt(paymentHolds.expiresAt, ctx.now))

export const insertLostRefund = (ctx: Visitor, { id, amountMinor }: StoredPayment): Statement =>
  ctx.db.query.insert(paymentRefunds).values({ paymentId: id, amountMinor, reason: 'place_lost', createdAt: ctx.now })

export async function findPayer(db: Database, userId: number) {
  const { firstName, lastName, email, language } = users
  const [row] = await db.query
    .select({ userId: users.id, firstName, lastName, email, language })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}

const refundSum = (which: SQL) => sql<number>`(
  select coalesce(sum(f.amount_minor), 0) from payment_refunds f where f.payment_id = payments.id and ${which})`

export const shownColumns = {
  payment: payments,
  resultIds: sql<string>`(select json_group_array(r.id) from ${partResultsView} r where r.payment_id = payments.id)`.as(
    'result_ids',
  ),
  toRefundMinor: refundSum(sql`f.refunded_at is null`).as('to_refund'),
  refundedMinor: refundSum(sql`f.refunded_at is not null`).as('refunded'),
}

const paymentsOf = prepareQuery(({ query }, { userId }: { userId: number }) =>
  query
    .select(shownColumns)
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(100),
)

/** A person pays a few times a year; the hundred latest are all there are. */
export const listPaymentsOf = (db: Database, userId: number) => paymentsOf(db, { userId })
export type ShownPayment = Awaited<ReturnType<typeof listPaymentsOf>>[number]

/** Whether a payment has given anybody a seat. */
export async function hasSeats(db: Database, paymentId: string): Promise<boolean> {
  const [row] = await db.rows<{ one: number }>(
    sql`select 1 one from ${partResultsView} where payment_id = ${paymentId} limit 1`,
  )
  return row !== undefined
}
