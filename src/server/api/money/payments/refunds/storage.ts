import { and, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { prefixColumns } from '#platform/columns.ts'
import type { Database, Statement } from '#platform/database.ts'
import { paymentRefunds, payments } from '../table.ts'

export type StoredRefund = typeof paymentRefunds.$inferSelect

const selectRefunds = (db: Database) =>
  db.query
    .select({ refund: paymentRefunds, payment: prefixColumns('refunded', getTableColumns(payments)) })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
export type RefundWithPayment = Awaited<ReturnType<typeof selectRefunds>>[number]

/** Returns a refund with its payment, or null. */
export async function findRefund(db: Database, id: number): Promise<RefundWithPayment | null> {
  const [row] = await selectRefunds(db).where(eq(paymentRefunds.id, id))
  return row ?? null
}

/** Lists the refunds of a payment that were sent to the provider. */
export const listSentRefunds = (db: Database, paymentId: string): Promise<RefundWithPayment[]> =>
  selectRefunds(db).where(
    and(
      eq(paymentRefunds.paymentId, paymentId),
      or(
        eq(paymentRefunds.state, 1),
        and(inArray(paymentRefunds.state, [2, 3]), isNotNull(paymentRefunds.providerReference)),
      ),
    ),
  )

/** Lists the refunds of a payment that are done, oldest first. */
export const listCompletedRefunds = (db: Database, paymentId: string) =>
  db.query
    .select({ amountMinor: paymentRefunds.amountMinor, refundedAt: paymentRefunds.refundedAt })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, paymentId), isNotNull(paymentRefunds.refundedAt)))
    .orderBy(paymentRefunds.refundedAt)

interface RefundAttempt {
  amountMinor: number
  attemptKey: string
  note: string
}

/**
 * Marks a refund as sent under a new attempt key. A trigger refuses transitions that are not allowed (`refund_moved`):
 * of two concurrent requests one sends.
 */
export const markRefundSent = (
  ctx: Ctx,
  refund: StoredRefund,
  { amountMinor, attemptKey, note }: RefundAttempt,
): Statement =>
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

/** Inserts a refund that the office has decided, as sent. */
export const insertSentRefund = (
  ctx: Ctx,
  paymentId: string,
  { amountMinor, attemptKey, note }: RefundAttempt,
): Statement =>
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

/** Returns the refund with an attempt key and its payment, or null. */
export async function findRefundByAttempt(db: Database, attemptKey: string): Promise<RefundWithPayment | null> {
  const [row] = await selectRefunds(db).where(eq(paymentRefunds.attemptKey, attemptKey))
  return row ?? null
}

/**
 * Changes a refund while the attempt is still the latest one. A trigger compares the attempt key, so that an answer
 * about an earlier attempt changes nothing.
 */
const updateAttempt = (ctx: Visitor, { id, attemptKey }: StoredRefund, change: Partial<StoredRefund>): Statement =>
  ctx.db.query
    .update(paymentRefunds)
    .set({ ...change, attemptKey })
    .where(eq(paymentRefunds.id, id))

/** Marks a refund as done. */
export const markRefundDone = (ctx: Visitor, refund: StoredRefund, providerReference: string): Statement =>
  updateAttempt(ctx, refund, { state: 2, refundedAt: ctx.now, providerReference, failure: null })

/** Marks a refund as refused by the provider. */
export const markRefundFailed = (
  ctx: Visitor,
  refund: StoredRefund,
  answer: { reference: string | null; reason: string },
): Statement =>
  updateAttempt(ctx, refund, {
    state: 3,
    refundedAt: null,
    failure: answer.reason,
    providerReference: answer.reference ?? refund.providerReference,
  })

/** Saves the provider's reference while the attempt is still the latest one. */
export const saveRefundReference = (ctx: Visitor, { id, attemptKey }: StoredRefund, reference: string): Statement =>
  ctx.db.query
    .update(paymentRefunds)
    .set({ providerReference: reference })
    .where(and(eq(paymentRefunds.id, id), eq(paymentRefunds.attemptKey, attemptKey ?? '')))

const refundedMinor = sql`(select coalesce(sum(f.amount_minor), 0) from payment_refunds f
  where f.payment_id = payments.id and f.state = 2)`

/** Sets a payment to refunded when its refunds reach the whole amount, the refund of the same commit included. */
export const markRefundedWhenComplete = (ctx: Visitor, paymentId: string): Statement =>
  ctx.db.query
    .update(payments)
    .set({ status: 5, changedAt: ctx.now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 2), sql`payments.amount_minor <= ${refundedMinor}`))

/** Sets a refunded payment back to paid when its refunds no longer reach the whole amount. */
export const markPaidWhenIncomplete = (ctx: Visitor, paymentId: string): Statement =>
  ctx.db.query
    .update(payments)
    .set({ status: 2, changedAt: ctx.now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 5), sql`payments.amount_minor > ${refundedMinor}`))
