import { and, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { prefixed } from '#platform/columns.ts'
import type { Database, Statement } from '#platform/database.ts'
import { paymentRefunds, payments } from '../table.ts'

export type StoredRefund = typeof paymentRefunds.$inferSelect

const selectRefunds = (db: Database) =>
  db.query
    .select({ refund: paymentRefunds, payment: prefixed('refunded', getTableColumns(payments)) })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
export type RefundOfPayment = Awaited<ReturnType<typeof selectRefunds>>[number]

export async function findRefund(db: Database, id: number): Promise<RefundOfPayment | null> {
  const [row] = await selectRefunds(db).where(eq(paymentRefunds.id, id))
  return row ?? null
}

/** Those of a payment that the provider has been asked for. */
export const listSent = (db: Database, paymentId: string): Promise<RefundOfPayment[]> =>
  selectRefunds(db).where(
    and(
      eq(paymentRefunds.paymentId, paymentId),
      or(
        eq(paymentRefunds.state, 1),
        and(inArray(paymentRefunds.state, [2, 3]), isNotNull(paymentRefunds.providerReference)),
      ),
    ),
  )

/** What a payer has got back. */
export const listGoneBack = (db: Database, paymentId: string) =>
  db.query
    .select({ amountMinor: paymentRefunds.amountMinor, refundedAt: paymentRefunds.refundedAt })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, paymentId), isNotNull(paymentRefunds.refundedAt)))
    .orderBy(paymentRefunds.refundedAt)

interface Sending {
  amountMinor: number
  attemptKey: string
  note: string
}

/** Which state may follow which is the database's to say: of two who press at once one sends. */
export const markSent = (ctx: Ctx, refund: StoredRefund, { amountMinor, attemptKey, note }: Sending): Statement =>
  ctx.db.query
    .update(paymentRefunds)
    .set({
      state: 1,
      amountMinor,
      attemptKey,
      providerReference: null,
      failure: null,
      sentAt: ctx.now,
      dueMinor: refund.dueMinor ?? refund.amountMinor,
      refundedByUserId: ctx.actor.id,
      note: note || refund.note,
    })
    .where(eq(paymentRefunds.id, refund.id))

/** One that nobody has called for but the office, on its way at once. */
export const insertSent = (ctx: Ctx, paymentId: string, { amountMinor, attemptKey, note }: Sending): Statement =>
  ctx.db.query.insert(paymentRefunds).values({
    paymentId,
    amountMinor,
    reason: 'office',
    createdAt: ctx.now,
    state: 1,
    attemptKey,
    sentAt: ctx.now,
    refundedByUserId: ctx.actor.id,
    note: note || null,
  })

export async function findByAttempt(db: Database, attemptKey: string): Promise<RefundOfPayment | null> {
  const [row] = await selectRefunds(db).where(eq(paymentRefunds.attemptKey, attemptKey))
  return row ?? null
}

/** Compared by the database with the latest attempt, so that what is said of an earlier one changes nothing. */
const ofAttempt = (ctx: Visitor, { id, attemptKey }: StoredRefund, change: Partial<StoredRefund>): Statement =>
  ctx.db.query
    .update(paymentRefunds)
    .set({ ...change, attemptKey })
    .where(eq(paymentRefunds.id, id))

export const markGoneBack = (ctx: Visitor, refund: StoredRefund, providerReference: string): Statement =>
  ofAttempt(ctx, refund, { state: 2, refundedAt: ctx.now, providerReference, failure: null })

export const markRefused = (
  ctx: Visitor,
  refund: StoredRefund,
  told: { reference: string | null; reason: string },
): Statement =>
  ofAttempt(ctx, refund, {
    state: 3,
    refundedAt: null,
    failure: told.reason,
    providerReference: told.reference ?? refund.providerReference,
  })

/** Remembered while it is the attempt that was asked about. */
export const rememberReference = (ctx: Visitor, { id, attemptKey }: StoredRefund, reference: string): Statement =>
  ctx.db.query
    .update(paymentRefunds)
    .set({ providerReference: reference })
    .where(and(eq(paymentRefunds.id, id), eq(paymentRefunds.attemptKey, attemptKey ?? '')))

const backMinor = sql`(select coalesce(sum(f.amount_minor), 0) from payment_refunds f
  where f.payment_id = payments.id and f.state = 2)`

/** Refunded when all of it has gone back, counted after the refund that the same commit marks. */
export const closeWhenPaidBack = (ctx: Visitor, paymentId: string): Statement =>
  ctx.db.query
    .update(payments)
    .set({ status: 5, changedAt: ctx.now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 2), sql`payments.amount_minor <= ${backMinor}`))

/** Paid, and no more refunded, when some of it has not gone back after all. */
export const openWhenNotPaidBack = (ctx: Visitor, paymentId: string): Statement =>
  ctx.db.query
    .update(payments)
    .set({ status: 2, changedAt: ctx.now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 5), sql`payments.amount_minor > ${backMinor}`))
