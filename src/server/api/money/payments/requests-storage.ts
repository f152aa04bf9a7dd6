import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { canceled } from './rules.ts'
import type { NewHold, StoredPayment } from './storage.ts'
import { paymentHolds, payments } from './table.ts'

interface RequestedSeat {
  userId: number
  educationId: number
}

/** SQL condition on a row of `payments`: a child's open request, which only reserves seats. */
const isOpenRequestOf = ({ userId, educationId }: RequestedSeat) =>
  sql`payments.requested_by_user_id = ${userId} and payments.status = 0 and payments.id in (
    select requested_hold.payment_id from payment_holds requested_hold
    where requested_hold.user_id = ${userId} and requested_hold.education_id = ${educationId})`

/** SQL condition on a hold: it belongs to a request of the person that has ended. */
const isOfEndedRequest = ({ userId }: RequestedSeat) =>
  and(
    eq(paymentHolds.userId, userId),
    sql`payment_id in (select ended.id from payments ended
      where ended.requested_by_user_id = ${userId} and ended.status = ${canceled})`,
  )

const endRequests = ({ db, now }: Visitor, seat: RequestedSeat): Statement =>
  db.query.update(payments).set({ status: canceled, changedAt: now }).where(isOpenRequestOf(seat))

const removeHolds = ({ db }: Visitor, seat: RequestedSeat): Statement =>
  db.query.delete(paymentHolds).where(isOfEndedRequest(seat))

/**
 * Returns the statements that cancel a child's open payment requests for an education, with which it asked its
 * guardians to pay. The sign-up between `before` and `after` takes over the seats that they hold (trigger
 * `results_take_offered_seat`); `after` deletes the holds that it did not take.
 */
export const releaseRequests = (ctx: Visitor, seat: RequestedSeat) => ({
  before: [endRequests(ctx, seat)],
  after: [removeHolds(ctx, seat)],
})

const takeOverHold = ({ db }: Visitor, { paymentId, expiresAt, ...seat }: NewHold): Statement =>
  db.query
    .update(paymentHolds)
    .set({ paymentId, expiresAt })
    .where(
      and(
        isOfEndedRequest(seat),
        eq(paymentHolds.educationPartId, seat.educationPartId),
        sql`occasion_id is ${seat.occasionId ?? null}`,
      ),
    )

/**
 * Returns the statements that cancel the children's open payment requests and give the requested seats to the payment
 * that a guardian begins, with its expiry. Each hold names one person's seat; `insertHolds`, which follows, inserts
 * those that nobody had requested. No seat is free in between, when the first party of a waiting list would be entitled
 * to it: holds that the payment does not need are removed only after all others have been taken over.
 */
export const takeOverRequests = (ctx: Visitor, holds: readonly NewHold[]): Statement[] => [
  ...holds.map((hold) => endRequests(ctx, hold)),
  ...holds.map((hold) => takeOverHold(ctx, hold)),
  ...holds.map((hold) => removeHolds(ctx, hold)),
]

/**
 * Finds a child's open payment request for an education, so that a repeated request answers with it; null without one.
 * One that has expired by `now` does not count, whether or not it is cancelled yet.
 */
export async function findOpenRequest(db: Database, seat: RequestedSeat, now: Date): Promise<StoredPayment | null> {
  const [row] = await db.query
    .select()
    .from(payments)
    .where(and(isOpenRequestOf(seat), gt(payments.expiresAt, now)))
  return row ?? null
}

/**
 * Finds the id of the payer's own payment that holds a person's seat in an education and whose hold has not expired;
 * null without one. Requests of children do not count.
 */
export async function findPaymentOfSeat(
  { db, now }: Visitor,
  payerId: number,
  { userId, educationId }: RequestedSeat,
): Promise<string | null> {
  const [row] = await db.query
    .select({ id: payments.id })
    .from(paymentHolds)
    .innerJoin(payments, eq(payments.id, paymentHolds.paymentId))
    .where(
      and(
        eq(payments.userId, payerId),
        isNull(payments.requestedByUserId),
        eq(paymentHolds.userId, userId),
        eq(paymentHolds.educationId, educationId),
        gt(paymentHolds.expiresAt, now),
      ),
    )
    .limit(1)
  return row?.id ?? null
}

/**
 * Finds by id a payment that a child has asked its guardians for, in any status; null for any other. Access is not
 * checked here.
 */
export async function findRequest(db: Database, id: string): Promise<StoredPayment | null> {
  const [row] = await db.query
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), isNotNull(payments.requestedByUserId)))
  return row ?? null
}
