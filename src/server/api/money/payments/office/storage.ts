import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { users } from '#api/people/users/table.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import { toPrefixMatch, toQueryWords } from '#api/text-matching.ts'
import type { Database, Statement } from '#platform/database.ts'
import { paymentColumns } from '../storage.ts'
import { paymentRefunds, payments } from '../table.ts'
import type { PaymentQuery } from './contract.ts'

const payerName = sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as('payer_name')

const columns = { ...paymentColumns, payerName }

const openRefund = sql`exists (select 1 from payment_refunds f where f.payment_id = payments.id and f.refunded_at is null)`

/**
 * Condition of the search: the beginnings of the payer's names without regard to case and accents, or an exact receipt
 * number or id.
 */
function matchesSearch(search: string): SQL | undefined {
  if (!search) return undefined
  const words = toQueryWords(search)
  const matchesName =
    words.length > 0
      ? sql`users.id in (select rowid from users_words where users_words match ${toPrefixMatch(words)})`
      : sql`false`
  return sql`(${matchesName} or cast(payments.receipt_number as text) = ${search} or payments.id = ${search.toLowerCase()})`
}

const toCondition = ({ status, toRefund, search }: PaymentQuery) =>
  and(
    status === undefined ? undefined : eq(payments.status, status),
    toRefund ? openRefund : undefined,
    matchesSearch(search),
  )

const selectPayments = (db: Database) =>
  db.query.select(columns).from(payments).innerJoin(users, eq(users.id, payments.userId))
export type PaymentWithPayer = Awaited<ReturnType<typeof selectPayments>>[number]

/** Lists a page of payments with their number and the number of open refunds, in one round trip. */
export async function listPaymentPage(db: Database, query: PaymentQuery) {
  const { page, pageSize } = query
  const [rows, [counted], [waiting]] = await Promise.all([
    selectPayments(db)
      .where(toCondition(query))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.userId))
      .where(toCondition(query)),
    db.query
      .select({ open: sql<number>`count(*)`.as('open') })
      .from(paymentRefunds)
      .where(isNull(paymentRefunds.refundedAt)),
  ])
  return { rows, total: counted?.total ?? 0, refundsOpen: waiting?.open ?? 0 }
}

const selectRefunds = (db: Database, paymentId: string) =>
  db.query
    .select({
      refund: paymentRefunds,
      refundedByName: nameOfPerson(sql`payment_refunds.refunded_by_user_id`).as('refunded_by_name'),
    })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, paymentId))
    .orderBy(asc(paymentRefunds.id))
export type RefundWithName = Awaited<ReturnType<typeof selectRefunds>>[number]

/** Returns a payment with its payer's name and its refunds, or null. */
export async function findPaymentDetails(db: Database, id: string) {
  const [[row], refunds] = await Promise.all([selectPayments(db).where(eq(payments.id, id)), selectRefunds(db, id)])
  return row ? { row, refunds } : null
}

/**
 * Marks a refund as made by hand. The reference of a failed attempt is removed because it does not belong to this
 * refund.
 */
export const markRefunded = (ctx: Ctx, id: number, note: string): Statement =>
  ctx.db.query
    .update(paymentRefunds)
    .set({ state: 2, refundedAt: ctx.now, refundedByUserId: ctx.actor.id, providerReference: null, note: note || null })
    .where(eq(paymentRefunds.id, id))
