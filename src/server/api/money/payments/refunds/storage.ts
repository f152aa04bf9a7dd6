import { and, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { prefixColumns } from '#platform/columns.ts'
import type { Database, Statement } from '#platform/database.ts'
import { paymentRefunds, payments } from '../table.ts'
import { paymentAmounts } from '../views.ts'

export type StoredRefund = typeof paymentRefunds.$inferSelect

const selectRefunds = (db: Database) =>
  db.query
    .select({ refund: paymentRefunds, payment: prefixColumns('refunded', getTableColumns(payments)) })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
export type RefundWithPayment = Awaited<ReturnType<typeof selectRefunds>>[number]

/**
 * Returns a refund of any payment with its payment, in any state; null when there is none. Access is not checked here.
 */
export async function findRefund(db: Database, id: number): Promise<RefundWithPayment | null> {
  const [row] = await selectRefunds(db).where(eq(paymentRefunds.id, id))
  return row ?? null
}

/**
 * Lists the refunds of a payment that are sent to the provider, and the done and failed ones that have its reference,
 * in no order. Those that wait or were made by hand are left out, and those that failed without a reference.
 */
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

/** Lists the amounts (öre) and times of the refunds of a payment that are done, oldest first. */
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
 * Returns the statement that marks a refund as sent by the caller under a new attempt key. It clears the failure and
 * reference of an earlier attempt, and sends nothing. A trigger refuses transitions that are not allowed
 * (`refund_moved`): of two concurrent requests one sends. The commit fails as `refund_too_large` when the amount
 * exceeds what is left of the payment.
 *
 * `amountMinor` replaces the amount, of which `dueMinor` keeps the first one; an empty note keeps the earlier note.
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

/**
 * Returns the amount if the payment still has `seenMinor` left to refund. Otherwise null, which the column refuses, and
 * the whole commit fails with `refund_moved`.
 */
const ifStillLeft = (paymentId: string, amountMinor: number, seenMinor: number) =>
  sql`case when ${seenMinor} = (
    select p.amount_minor - p.refunded_minor from ${paymentAmounts} p where p.id = ${paymentId}) then ${amountMinor} end`

/**
 * Returns the statement that inserts a refund that the caller has decided at the office, as sent under an attempt key.
 * It sends nothing. The commit fails as `refund_moved` unless the payment has exactly `seenMinor` öre left to
 * refund. It fails as `refund_too_large` when the amount exceeds what is left, or the payment is not paid.
 */
export const insertSentRefund = (
  ctx: Ctx,
  paymentId: string,
  { amountMinor, attemptKey, note }: RefundAttempt,
  seenMinor: number,
): Statement =>
  ctx.db.query.insert(paymentRefunds).values({
    paymentId,
    amountMinor: ifStillLeft(paymentId, amountMinor, seenMinor),
    reason: 'office',
    createdAt: ctx.now,
    state: 1,
    attemptKey,
    sentAt: ctx.now,
    refundedByUserId: ctx.actor.id,
    note: note || null,
  })

/** Returns the refund with an attempt key and its payment; null for an unknown or replaced key. */
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

/**
 * Returns the statement that marks a refund as done now, stores the provider's reference, and removes the reason of an
 * earlier failure. The payment stays as it is. The commit fails as `refund_moved` when the refund is done already, was
 * never sent, or its attempt is not the latest one any more.
 */
export const markRefundDone = (ctx: Visitor, refund: StoredRefund, providerReference: string): Statement =>
  updateAttempt(ctx, refund, { state: 2, refundedAt: ctx.now, providerReference, failure: null })

/**
 * Returns the statement that marks a refund as failed, with the provider's reason. A `reference` of null keeps the
 * stored one.
 *
 * The commit fails as `refund_moved` when the attempt is not the latest one any more, or the refund is neither sent nor
 * made with a reference.
 */
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

/**
 * Returns the statement that saves the provider's reference of a refund's attempt, leaving its state. It does nothing
 * when the attempt is not the latest one any more.
 */
export const saveRefundReference = (ctx: Visitor, { id, attemptKey }: StoredRefund, reference: string): Statement =>
  ctx.db.query
    .update(paymentRefunds)
    .set({ providerReference: reference })
    .where(and(eq(paymentRefunds.id, id), eq(paymentRefunds.attemptKey, attemptKey ?? '')))

const refundedMinor = sql`(select coalesce(sum(f.amount_minor), 0) from payment_refunds f
  where f.payment_id = payments.id and f.state = 2)`

/**
 * Returns the statement that sets a payment to refunded when its refunds that are done reach the whole amount. It comes
 * in the commit after the one that marks the last refund as done. A payment that is not paid does not change.
 */
export const markRefundedWhenComplete = (ctx: Visitor, paymentId: string): Statement =>
  ctx.db.query
    .update(payments)
    .set({ status: 5, changedAt: ctx.now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 2), sql`payments.amount_minor <= ${refundedMinor}`))

/**
 * Returns the statement that sets a refunded payment back to paid when its completed refunds do not reach the whole
 * amount. It comes after the change of the refund in the commit. Other payments do not change.
 */
export const markPaidWhenIncomplete = (ctx: Visitor, paymentId: string): Statement =>
  ctx.db.query
    .update(payments)
    .set({ status: 2, changedAt: ctx.now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 5), sql`payments.amount_minor > ${refundedMinor}`))
