import { and, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { Visitor } from '#api/context.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import { users } from '#api/people/users/table.ts'
import { recordsOfPerson } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { PaidFacts } from './providers/provider.ts'
import type { PaymentStatus } from './rules.ts'
import { paymentHolds, paymentRefunds, payments } from './table.ts'

export type StoredPayment = typeof payments.$inferSelect

/**
 * Returns the statement that inserts a payment, created now; its seats are held by `insertHolds`. The commit fails as
 * `payment_under_way` when the person has one with the same idempotency key.
 */
export const insertPayment = (ctx: Visitor, payment: Omit<typeof payments.$inferInsert, 'createdAt' | 'changedAt'>) =>
  ctx.db.query.insert(payments).values({ ...payment, createdAt: ctx.now, changedAt: ctx.now })

/** Returns a payment by its id, in any status; null when there is none. Access is not checked here. */
export async function findPayment(db: Database, id: string): Promise<StoredPayment | null> {
  const [row] = await db.query.select().from(payments).where(eq(payments.id, id))
  return row ?? null
}

/**
 * Returns the payment with a provider's reference, in any status; null when there is none. Access is not checked here.
 */
export async function findPaymentByReference(db: Database, provider: StoredPayment['provider'], reference: string) {
  const where = and(eq(payments.provider, provider), eq(payments.providerReference, reference))
  const [row] = await db.query.select().from(payments).where(where)
  return row ?? null
}

/** Returns the user's payment with an idempotency key, in any status; null for an unused key. The user is the payer. */
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
 * Returns the statement that sets the status of a payment. A trigger refuses transitions that are not allowed
 * (`payment_moved`), such as one that another request has made first: a repeat is refused too. Seats that it holds
 * stay.
 */
export const setPaymentStatus = (ctx: Visitor, id: string, status: PaymentStatus): Statement =>
  ctx.db.query.update(payments).set({ status, changedAt: ctx.now }).where(eq(payments.id, id))

/**
 * Returns the statement that cancels a payment that has not been started at the provider; the seats that it holds stay.
 * The commit fails as `payment_moved` when another request has started or ended it.
 */
export const cancelCreated = (ctx: Visitor, id: string): Statement =>
  ctx.db.query
    .update(payments)
    // No payment becomes created again: the trigger refuses the other value.
    .set({ status: sql`case when ${payments.status} = 0 then 4 else 0 end`, changedAt: ctx.now })
    .where(eq(payments.id, id))

/**
 * Returns the statement that marks a payment as paid, also a failed or cancelled one, and gives it the next receipt
 * number. It stores the means, the fee and the booking that the provider names. The commit fails as `payment_moved`
 * when it is paid or refunded already; an unknown id changes nothing.
 */
export const markPaid = (
  ctx: Visitor,
  id: string,
  { instrument, lastDigits, feeMinor, transaction }: PaidFacts,
): Statement =>
  ctx.db.query
    .update(payments)
    .set({
      status: 2,
      instrument,
      lastDigits,
      providerFeeMinor: feeMinor,
      providerTransaction: transaction,
      paidAt: ctx.now,
      changedAt: ctx.now,
      receiptNumber: sql`(select coalesce(max(p.receipt_number), 1000) + 1 from payments p)`,
    })
    .where(eq(payments.id, id))

/**
 * Returns the statement that saves the provider's reference of a created payment and sets the status to pending. The
 * commit fails as `payment_moved` when it has another status.
 */
export const setProviderReference = (ctx: Visitor, id: string, providerReference: string): Statement =>
  ctx.db.query.update(payments).set({ providerReference, status: 1, changedAt: ctx.now }).where(eq(payments.id, id))

export type NewHold = typeof paymentHolds.$inferInsert

/** Returns the statement that inserts a seat that a payment holds, unless the payment has taken it over already. */
function insertHold({ db }: Visitor, hold: NewHold): Statement {
  const { paymentId, userId, educationId, educationPartId, occasionId = null, expiresAt } = hold
  const row = { paymentId, userId, educationId, educationPartId, occasionId, expiresAt: expiresAt.toISOString() }
  const own = sql`payment_id = ${paymentId} and user_id = ${userId} and education_part_id = ${educationPartId}`
  return insertFrom(db.query, paymentHolds, row, sql`where not exists (select 1 from payment_holds where ${own})`)
}

/**
 * Returns the statements that insert the seats that payments hold until `expiresAt`, each unless its payment holds that
 * person's seat in the part already.
 *
 * The commit fails with a `ConstraintError` when a seat cannot be held: `payment_under_way`, `already_signed_up`,
 * `occasion_canceled` or `occasion_full`.
 */
export const insertHolds = (ctx: Visitor, holds: NewHold[]): Statement[] => holds.map((hold) => insertHold(ctx, hold))

/**
 * Returns the statement that deletes the holds of a payment on seats, expired ones too, so that the seats are free; its
 * status stays.
 */
export const releaseHolds = (ctx: Visitor, paymentId: string): Statement =>
  ctx.db.query.delete(paymentHolds).where(eq(paymentHolds.paymentId, paymentId))

/**
 * Returns the statement that deletes the expired holds of all payments, of every occasion. A job releases the holds of
 * each payment too; this statement frees the seats without waiting for it.
 */
export const releaseExpiredHolds = (ctx: Visitor): Statement =>
  ctx.db.query.delete(paymentHolds).where(lte(paymentHolds.expiresAt, ctx.now))

/**
 * Returns the statement that inserts a refund of the whole amount because the paid seat is not available; the refund
 * waits to be sent. It comes after the one that marks the payment as paid; the commit fails as `refund_too_large`
 * without it, or with an earlier refund.
 */
export const insertSeatLostRefund = (ctx: Visitor, { id, amountMinor }: StoredPayment): Statement =>
  ctx.db.query.insert(paymentRefunds).values({ paymentId: id, amountMinor, reason: 'place_lost', createdAt: ctx.now })

/** Returns the id, name, e-mail address and language of the payer, also an inactive one; null for an unknown person. */
export async function findPayer(db: Database, userId: number) {
  const { firstName, lastName, email, language } = users
  const [row] = await db.query
    .select({ userId: users.id, firstName, lastName, email, language })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}

/** When and where a seat is, and until when it can be signed up to; null for a part without occasions. */
export interface SeatTerms {
  title: string
  startsAt: Date | null
  lastSignUpAt: Date | null
  city: string | null
  venue: string | null
}

/**
 * Returns the terms of a seat that a guardian is asked to pay for. `title` is the occasion's or, without one, the
 * part's; the rest is the occasion's, and null without one. Access is not checked here. An unknown part has an empty
 * title.
 */
export async function findSeatTerms(
  db: Database,
  { educationPartId, occasionId }: { educationPartId: number; occasionId: number | null },
): Promise<SeatTerms> {
  const { startsAt, lastSignUpAt, city, venue } = occasions
  const title = sql<string>`coalesce(occasions.title, education_parts.title)`.as('seat_title')
  const [row] = await db.query
    .select({ title, startsAt, lastSignUpAt, city, venue })
    .from(educationParts)
    .leftJoin(occasions, eq(occasions.id, sql`${occasionId}`))
    .where(eq(educationParts.id, educationPartId))
  return row ?? { title: '', startsAt: null, lastSignUpAt: null, city: null, venue: null }
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

const selectAllOfUser = ({ query }: QueryBuilder, userId: number) =>
  query
    .select(paymentColumns)
    .from(payments)
    .where(and(sql`${payments.userId} in ${recordsOfPerson(sql`${userId}`)}`, isNull(payments.requestedByUserId)))
    .orderBy(desc(payments.createdAt), desc(payments.id))

const selectPaymentsOfUser = prepareQuery((db, { userId }: { userId: number }) =>
  selectAllOfUser(db, userId).limit(100),
)

/**
 * Lists the hundred latest payments that the user is the payer of, newest first, in every status. Each has the ids of
 * its sign-ups (JSON text) and its sums of refunds in öre, open and done. Payments of accounts merged into the user are
 * included; those that a child asked a guardian to make are left out. Access is not checked here.
 */
export const listPayments = (db: Database, userId: number) => selectPaymentsOfUser(db, { userId })

/**
 * Selects what `listPayments` lists, without its limit: all payments of the user as the payer, newest first. Access is
 * not checked here.
 */
export const selectAllPayments = (db: Database, userId: number) => selectAllOfUser(db, userId)

export type PaymentWithSums = Awaited<ReturnType<typeof listPayments>>[number]

/**
 * Returns what has become of the seats of a paid payment: `placed`, it has given at least one, also one that was
 * cancelled since; `isCanceled`, none of them is left, and none was lost before the money came.
 */
export async function findSeatStanding(db: Database, paymentId: string) {
  const [row] = await db.rows<{ seats: number; live: number; lost: number }>(sql`
    select count(*) as seats, coalesce(sum(canceled = 0), 0) as live, exists (
      select 1 from payment_refunds where payment_id = ${paymentId} and reason = 'place_lost') as lost
    from ${partResultsView} where payment_id = ${paymentId}`)
  return { placed: row !== undefined && row.seats > 0, isCanceled: row?.live === 0 && row.lost === 0 }
}
