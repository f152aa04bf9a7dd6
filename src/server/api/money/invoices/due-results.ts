import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { isDescending } from '#api/list-order.ts'
import { orderInDirection } from '#api/order-by.ts'
import { educationOfResult, partResultsView } from '#api/participation/results/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { DuePeriod, InvoiceItem, InvoiceRecipient } from './contract.ts'
import { recipientOrders } from './rules.ts'
import { dueResultMatches } from './search.ts'

// Repeats the condition of the partial indexes word by word; otherwise SQLite does not use them.
const payable = sql`r.payment_id is null and r.invoice_recipient_id is not null and r.fee_at_sign_up_minor > 0`

const isInvoiced = sql`exists (select 1 from invoice_rows i where i.result_id = r.id and i.live = 1)`

function isWithin(column: SQL, { startDate, endDate }: DuePeriod): SQL[] {
  return [
    ...(startDate === undefined ? [] : [sql`${column} >= ${startOfDay(startDate).toISOString()}`]),
    ...(endDate === undefined ? [] : [sql`${column} <= ${endOfDay(endDate).toISOString()}`]),
  ]
}

/**
 * Selects the results of a period that are due: by the day of sign-up, or of completion when only completed ones are
 * asked for. Sign-ups that wait for approval are not due.
 */
function selectDue(period: DuePeriod): SQL {
  const { filteringOnOnlyCompleted, withCanceled } = period
  const conditions = filteringOnOnlyCompleted
    ? [sql`r.completed = 1`, sql`r.completed_at is not null`, ...isWithin(sql`r.completed_at`, period)]
    : [sql`r.signed_up_at is not null`, ...isWithin(sql`r.signed_up_at`, period)]
  const selectKind = (kind: SQL) => sql`
    select r.id, r.invoice_recipient_id as recipient_id, r.fee_at_sign_up_minor as fee_minor, r.canceled_due,
      coalesce(r.signed_up_at, r.created_at) as due_since
    from ${partResultsView} r
    where ${sql.join([kind, payable, ...conditions, ...dueResultMatches(period.search)], sql` and `)} and not ${isInvoiced}`
  // A cancelled result is never completed.
  if (!withCanceled || filteringOnOnlyCompleted) return selectKind(sql`r.canceled = 0`)
  return sql`${selectKind(sql`r.canceled = 0`)} union all ${selectKind(sql`r.canceled_due = 1`)}`
}

const column = <Value>(value: SQL, name: string) => sql<Value>`${value}`.as(name)

const itemColumns = {
  resultId: column<number>(sql`r.id`, 'result_id'),
  userId: column<number>(sql`r.user_id`, 'user_id'),
  userName: column<string>(sql`u.first_name || ' ' || u.last_name`, 'user_name'),
  invoiceRecipientId: column<number>(sql`r.invoice_recipient_id`, 'recipient_id'),
  recipientName: column<string>(sql`o.name`, 'recipient_name'),
  educationId: column<number | null>(sql`e.id`, 'education_id'),
  educationTitle: column<string | null>(sql`e.title`, 'education_title'),
  vatRate: column<number | null>(sql`e.vat_rate`, 'vat_rate'),
  educationPartId: column<number>(sql`r.education_part_id`, 'part_id'),
  partTitle: column<string>(sql`p.title`, 'part_title'),
  occasionId: column<number | null>(sql`r.occasion_id`, 'occasion_id'),
  occasionAt: column<string | null>(sql`coalesce(c.starts_at, x.starts_at)`, 'occasion_at'),
  signedUpAt: column<string>(sql`coalesce(r.signed_up_at, r.created_at)`, 'signed_up_at'),
  completedAt: column<string | null>(sql`r.completed_at`, 'completed_at'),
  completed: column<number>(sql`r.completed`, 'completed'),
  canceled: column<number>(sql`r.canceled`, 'canceled'),
  canceledAt: column<string | null>(sql`r.canceled_at`, 'canceled_at'),
  canceledDue: column<number>(sql`r.canceled_due`, 'canceled_due'),
  attended: column<number>(sql`r.attended is 1`, 'attended'),
  paymentId: column<string | null>(sql`r.payment_id`, 'payment_id'),
  feeMinor: column<number>(sql`r.fee_at_sign_up_minor`, 'fee_minor'),
  isInvoiced: column<number>(isInvoiced, 'is_invoiced'),
}

/**
 * Selects results with what an invoice needs. The education is that of `educationOfResult`; its VAT rate
 * is used.
 */
const selectItems = (db: Database) =>
  db.query
    .select(itemColumns)
    .from(sql`${partResultsView} r`)
    .innerJoin(sql`${peopleView} u`, sql`u.id = r.user_id`)
    .innerJoin(sql`${organizationsView} o`, sql`o.id = r.invoice_recipient_id`)
    .innerJoin(sql`${educationPartsView} p`, sql`p.id = r.education_part_id`)
    .leftJoin(sql`${educationsView} e`, sql`e.id = ${educationOfResult('r')}`)
    .leftJoin(sql`${occasionsView} c`, sql`c.id = r.occasion_id`)
    .leftJoin(sql`${driverExamsView} x`, sql`x.id = r.practical_driver_exam_id`)

type ItemRow = Awaited<ReturnType<typeof selectItems>>[number]

const dateOrNull = (text: string | null) => (text === null ? null : new Date(text))

/** A result with the fields that decide whether it may be invoiced. */
function toDueResult(row: ItemRow) {
  const { canceled, canceledDue, canceledAt, isInvoiced: invoiced, completed, attended, ...others } = row
  const { occasionAt, signedUpAt, completedAt, ...same } = others
  return {
    ...same,
    educationTitle: row.educationTitle ?? row.partTitle,
    vatRate: row.vatRate ?? 0,
    canceled: canceled === 1,
    canceledDue: canceledDue === 1,
    canceledAt: dateOrNull(canceledAt),
    attended: attended === 1,
    isInvoiced: invoiced === 1,
    completed: completed === 1,
    occasionAt: dateOrNull(occasionAt),
    signedUpAt: new Date(signedUpAt),
    completedAt: dateOrNull(completedAt),
  }
}
export type DueResult = ReturnType<typeof toDueResult>

function toInvoiceItem(row: ItemRow): InvoiceItem {
  const { canceled, canceledDue, canceledAt, isInvoiced: _, paymentId, ...others } = toDueResult(row)
  const { feeMinor, occasionAt, signedUpAt, completedAt, ...same } = others
  return {
    ...same,
    amount: feeMinor / 100,
    occasionDate: occasionAt,
    signUpDate: signedUpAt,
    completedDate: completedAt,
    canceledDate: canceledAt,
  }
}

type ItemQuery = DuePeriod & { invoiceRecipientIds: readonly number[]; page: number; pageSize: number }

const toIdList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/**
 * Lists a page of the results that are due in the period and on no invoice, by recipient and day of sign-up. They match
 * the search of the query. Amounts are in kronor, and `page` counts from 1. Due are fees of approved sign-ups that an
 * organisation pays, after a late cancellation only with `withCanceled`. The period is of days of sign-up, or of
 * completion with `filteringOnOnlyCompleted`; both ends count. No recipients in the query means all. Access is not
 * checked here.
 */
export async function listInvoiceItems(db: Database, query: ItemQuery): Promise<InvoiceItem[]> {
  const { invoiceRecipientIds: ids, page, pageSize } = query
  const isRecipient = ids.length > 0 ? sql` and r.recipient_id in ${toIdList(ids)}` : sql``
  const rows = await selectItems(db)
    .where(sql`r.id in (select id from (${selectDue(query)}) r where true${isRecipient})`)
    .orderBy(sql`o.name_key, o.id, coalesce(r.signed_up_at, r.created_at), r.id`)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return rows.map(toInvoiceItem)
}

/**
 * Returns results by their ids with their fees in öre, due or not, and with what decides whether they are. Results that
 * do not exist or have no invoice recipient are left out.
 */
export async function findDueResults(db: Database, resultIds: readonly number[]): Promise<Map<number, DueResult>> {
  const rows = await selectItems(db).where(sql`r.id in ${toIdList(resultIds)}`)
  return new Map(rows.map((row) => [row.resultId, toDueResult(row)]))
}

/**
 * Lists the results that are due in the period and on no invoice, by recipient and day of sign-up, at most one more
 * than `limit`. They match the search of the period. Fees are in öre. Due are fees of approved sign-ups that an
 * organisation pays, as in `listInvoiceItems`.
 */
export async function listDueResults(db: Database, period: DuePeriod, limit: number): Promise<DueResult[]> {
  const rows = await selectItems(db)
    .where(sql`r.id in (select id from (${selectDue(period)}) r)`)
    .orderBy(sql`o.name_key, o.id, coalesce(r.signed_up_at, r.created_at), r.id`)
    .limit(limit + 1)
  return rows.map(toDueResult)
}

const dueByRecipient = (period: DuePeriod) => sql`(
  select recipient_id as id, count(*) as items, sum(canceled_due) as canceled, sum(fee_minor) as amount_minor
  from (${selectDue(period)}) group by recipient_id) due`

const hasAddress = sql`(recipient.address_line_1 is not null and recipient.postal_number is not null and recipient.city is not null)`

/**
 * Counts the results that are due in the period, match its search and are on no invoice. Returns also when the oldest
 * of them was signed up for; that is null without any.
 */
export const countDueResults = async (db: Database, period: DuePeriod) =>
  toQueueCount(await db.query.select(queueColumns(sql`due.due_since`)).from(sql`(${selectDue(period)}) due`))

/** Filter, order and page of the recipients with due results. */
interface RecipientQuery extends DuePeriod {
  sort: keyof typeof recipientOrders
  descending?: boolean | undefined
  page: number
  pageSize: number
}

const orderColumns = {
  recipient: [sql`recipient.name_key`],
  rows: [sql`due.items`, sql`recipient.name_key`],
  amount: [sql`due.amount_minor`, sql`recipient.name_key`],
}

const selectRecipients = (db: Database, query: RecipientQuery) =>
  db.query
    .select({
      id: column<number>(sql`recipient.id`, 'id'),
      name: column<string>(sql`recipient.name`, 'name'),
      orgNr: column<string | null>(sql`recipient.org_nr`, 'org_nr'),
      email: column<string | null>(sql`coalesce(recipient.invoice_email, recipient.email)`, 'email'),
      hasAddress: column<number>(hasAddress, 'has_address'),
      itemCount: column<number>(sql`due.items`, 'items'),
      canceledCount: column<number>(sql`due.canceled`, 'canceled'),
      amountMinor: column<number>(sql`due.amount_minor`, 'amount_minor'),
    })
    .from(dueByRecipient(query))
    .innerJoin(sql`${organizationsView} recipient`, sql`recipient.id = due.id`)
    .orderBy(...orderInDirection(isDescending(recipientOrders, query), ...orderColumns[query.sort], sql`recipient.id`))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)

const selectDueTotals = (db: Database, period: DuePeriod) =>
  db.query
    .select({
      total: column<number>(sql`count(*)`, 'total'),
      itemCount: column<number>(sql`coalesce(sum(due.items), 0)`, 'items'),
      amountMinor: column<number>(sql`coalesce(sum(due.amount_minor), 0)`, 'amount_minor'),
    })
    .from(dueByRecipient(period))

/**
 * Lists a page of the organisations with results that are due in the period and on no invoice, in the query's order.
 * Each has its count and amount; `total`, `itemCount` and `amount` are of all of them. Amounts are in kronor, and
 * `page` counts from 1. `hasAddress`: it has a street, a postal number and a city. Access is not checked here.
 */
export async function listInvoiceRecipients(db: Database, query: RecipientQuery) {
  const { page, pageSize } = query
  const [rows, [sums]] = await Promise.all([selectRecipients(db, query), selectDueTotals(db, query)])
  const items = rows.map(
    ({ amountMinor, hasAddress: complete, ...row }): InvoiceRecipient => ({
      ...row,
      hasAddress: complete === 1,
      amount: amountMinor / 100,
    }),
  )
  const { total = 0, itemCount = 0, amountMinor = 0 } = sums ?? {}
  return { items, total, page, pageSize, itemCount, amount: amountMinor / 100 }
}
