import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { isDescending } from '#api/list-order.ts'
import { orderInDirection } from '#api/order-by.ts'
import { users } from '#api/people/users/table.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import { toPrefixMatch, toQueryWords } from '#api/text-matching.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { Database, Statement } from '#platform/database.ts'
import { paymentColumns } from '../storage.ts'
import { paymentRefunds, payments } from '../table.ts'
import type { ExportedPayments, PaymentFilter, PaymentQuery, PaymentSelection, PaymentSums } from './contract.ts'
import { paymentOrders } from './rules.ts'

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

/** When a payment was paid, or begun when it is unpaid, as ISO text. */
const paidOrBegun = sql`coalesce(payments.paid_at, payments.created_at)`

const toCondition = ({ status, toRefund, search, startDate, endDate }: PaymentFilter) =>
  and(
    startDate === undefined ? undefined : sql`${paidOrBegun} >= ${startOfDay(startDate).toISOString()}`,
    endDate === undefined ? undefined : sql`${paidOrBegun} <= ${endOfDay(endDate).toISOString()}`,
    status === undefined ? undefined : eq(payments.status, status),
    toRefund ? openRefund : undefined,
    matchesSearch(search),
  )

/** SQL condition: the payment is one of those, in any case of letters. */
const isAmong = (ids: readonly string[]): SQL =>
  sql`payments.id in (select lower(value) from json_each(${JSON.stringify(ids)}))`

const selectPayments = (db: Database) =>
  db.query.select(columns).from(payments).innerJoin(users, eq(users.id, payments.userId))
export type PaymentWithPayer = Awaited<ReturnType<typeof selectPayments>>[number]

const isPaid = sql`payments.status in (2, 5)`
const sumOf = (of: SQL, name: string) => sql<number>`coalesce(sum(${of}), 0)`.as(name)
const refundsWith = (which: SQL) => sql`(
  select coalesce(sum(f.amount_minor), 0) from payment_refunds f where f.payment_id = payments.id and ${which})`

const selectSums = (db: Database, filter: PaymentFilter) =>
  db.query
    .select({
      total: sql<number>`count(*)`.as('total'),
      paidCount: sumOf(isPaid, 'paid_count'),
      paidMinor: sumOf(sql`iif(${isPaid}, payments.amount_minor, 0)`, 'paid_minor'),
      vatMinor: sumOf(sql`iif(${isPaid}, payments.vat_minor, 0)`, 'vat_minor'),
      refundedMinor: sumOf(refundsWith(sql`f.refunded_at is not null`), 'refunded_minor'),
      toRefundMinor: sumOf(refundsWith(sql`f.refunded_at is null`), 'to_refund_minor'),
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(toCondition(filter))

function toSums([row]: Awaited<ReturnType<typeof selectSums>>): PaymentSums & { total: number } {
  const { total = 0, paidCount = 0, paidMinor = 0, vatMinor = 0, refundedMinor = 0, toRefundMinor = 0 } = row ?? {}
  return {
    total,
    paidCount,
    paid: paidMinor / 100,
    vat: vatMinor / 100,
    refunded: refundedMinor / 100,
    toRefund: toRefundMinor / 100,
  }
}

/**
 * Lists the payments that a filter selects, the latest created first; at most `limit` and one more, which shows that
 * there are more. When there are `ids`, only those of them. Amounts are in öre; access is not checked here. Both days
 * of the period are whole and apply to the time of payment, or to that of creation when unpaid.
 */
export const listPaymentsToExport = (db: Database, filter: ExportedPayments, limit: number) =>
  selectPayments(db)
    .where(and(toCondition(filter), filter.ids.length > 0 ? isAmong(filter.ids) : undefined))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit + 1)

/**
 * Lists the payments of a selection with the e-mail address of their payers, oldest first; at most `limit`. Unknown ids
 * are left out, and each payment is listed once. Access is not checked here.
 */
export const listReceiptsOf = (db: Database, selection: PaymentSelection, limit: number) =>
  db.query
    .select({ payment: payments, firstName: users.firstName, email: users.email, language: users.language })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where('ids' in selection ? isAmong(selection.ids) : toCondition(selection.filter))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(limit)

const orderColumns = { date: payments.createdAt, payer: users.nameKey, amount: payments.amountMinor }

/**
 * Lists a page of payments that match the query, in its order and then by id; `page` counts from 1. Amounts of rows are
 * in öre; the sums of all that match are in kronor. Both days of the period are whole and select by the time of paying,
 * or of beginning when unpaid. `refundsOpen` counts all refunds that are not done, of any payment. Access is not
 * checked here.
 */
export async function listPaymentPage(db: Database, query: PaymentQuery) {
  const { page, pageSize } = query
  const [rows, counted, [waiting]] = await Promise.all([
    selectPayments(db)
      .where(toCondition(query))
      .orderBy(...orderInDirection(isDescending(paymentOrders, query), orderColumns[query.sort], payments.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    selectSums(db, query),
    db.query
      .select({ open: sql<number>`count(*)`.as('open') })
      .from(paymentRefunds)
      .where(isNull(paymentRefunds.refundedAt)),
  ])
  const { total, ...sums } = toSums(counted)
  return { rows, total, sums, refundsOpen: waiting?.open ?? 0 }
}

const refundSince = sql`(select min(f.created_at) from payment_refunds f
  where f.payment_id = payments.id and f.refunded_at is null)`

/** Counts the payments with a refund that is not done, and finds when the oldest such refund was created; else null. */
export const countToRefund = async (db: Database) =>
  toQueueCount(await db.query.select(queueColumns(refundSince)).from(payments).where(openRefund))

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

/**
 * Returns a payment with its payer's name and its refunds, oldest first, in öre; null when there is none. Access is not
 * checked here.
 */
export async function findPaymentDetails(db: Database, id: string) {
  const [[row], refunds] = await Promise.all([selectPayments(db).where(eq(payments.id, id)), selectRefunds(db, id)])
  return row ? { row, refunds } : null
}

/**
 * Returns the statement that marks a refund as made by hand by the caller, now. The payment stays as it is. The commit
 * fails as `refund_moved` when it was sent or made at the same time.
 *
 * The reference of a failed attempt is removed because it does not belong to this refund.
 */
export const markRefunded = (ctx: Ctx, id: number, note: string): Statement =>
  ctx.db.query
    .update(paymentRefunds)
    .set({ state: 2, refundedAt: ctx.now, refundedByUserId: ctx.actor.id, providerReference: null, note: note || null })
    .where(eq(paymentRefunds.id, id))
