import { type SQL, sql } from 'drizzle-orm'
import { partResultsView } from '#api/participation/results/views.ts'
import type { Address } from '#api/people/organizations/contract.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import { endOfDay, startOfDay, toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { InvoiceHead, InvoicePeriod, InvoiceRow } from './contract.ts'
import { creditColumns, findCreditNumbers, parseCredits } from './credit-storage.ts'
import { formatFileStem } from './rules.ts'
import { invoiceMatches } from './search.ts'
import { invoiceHeads, invoiceRows } from './table.ts'

const creatorName = nameOfPerson(sql`invoice_heads.created_by_user_id`)

/** Selects invoiced rows that are to be credited: the result was cancelled later and its fee is no longer due. */
const selectCredits = (selected: SQL, from: SQL) => sql`
  select ${selected} from invoice_rows i join ${partResultsView} r on r.id = i.result_id
  where ${from} and i.live = 1 and r.canceled = 1 and r.canceled_due = 0`

/**
 * SQL: the number of rows of an invoice of `invoice_heads` that were cancelled later and are no longer due; 0 for an
 * undone invoice.
 */
export const creditCount = sql<number>`(${selectCredits(sql`count(*)`, sql`i.invoice_head_id = invoice_heads.id`)})`

const selectHeads = (db: Database) =>
  db.query
    .select({
      head: invoiceHeads,
      createdByName: creatorName.as('created_by_name'),
      creditCount: creditCount.as('credit_count'),
      creditedNumber: creditColumns.creditedNumber,
      creditedAt: creditColumns.creditedAt,
      credits: creditColumns.credits,
      creditableCount: creditColumns.creditableCount,
    })
    .from(invoiceHeads)

type HeadRow = Awaited<ReturnType<typeof selectHeads>>[number]

/** Returns the name of an invoice's file without its extension, made of its number and the days of its period. */
export const toFileStem = ({ number, startsAt, endsAt }: typeof invoiceHeads.$inferSelect) =>
  formatFileStem({ number, startsOn: toPortalDay(startsAt), endsOn: toPortalDay(endsAt) })

/** Converts a stored invoice to the reply's, with sums in kronor and the name of its Excel file. */
export function toInvoiceHead({ head, createdByName, creditCount: toCredit, ...found }: HeadRow): InvoiceHead {
  const { exportId: _, startsAt, endsAt, createdAt, undoneAt, undoneByUserId: __, ...rest } = head
  const { totalMinor, vatTotalMinor, creditedHeadId, ...same } = rest
  return {
    ...same,
    startDate: startsAt,
    endDate: endsAt,
    createdDate: createdAt,
    undoneDate: undoneAt,
    createdByName,
    creditCount: toCredit,
    creditOf:
      creditedHeadId === null || found.creditedNumber === null
        ? null
        : { id: creditedHeadId, number: found.creditedNumber },
    credits: parseCredits(found.credits),
    creditableCount: found.creditableCount,
    total: totalMinor / 100,
    vatTotal: vatTotalMinor / 100,
    fileName: `${toFileStem(head)}.xlsx`,
  }
}

type StoredRow = typeof invoiceRows.$inferSelect & { creditNumber: number | null }

/**
 * Converts a stored row to the reply's, in kronor, with a text of at most 300 characters made of person, education and
 * part. `credits` has the date of the credit by row id.
 */
export function toInvoiceRow(row: StoredRow, credits: ReadonlyMap<number, Date>): InvoiceRow {
  const { live: _, occasionAt, signedUpAt, completedAt, canceledAt, feeMinor, amountMinor, vatMinor, ...same } = row
  return {
    ...same,
    text: [row.userName, row.educationTitle, row.partTitle].filter(Boolean).join(', ').slice(0, 300),
    quantity: 1,
    unitPrice: amountMinor / 100,
    fee: feeMinor / 100,
    vat: vatMinor / 100,
    amount: amountMinor / 100,
    occasionDate: occasionAt,
    signUpDate: signedUpAt,
    completedDate: completedAt,
    canceledDate: canceledAt,
    creditDate: credits.get(row.id) ?? null,
  }
}

/**
 * SQL condition on `invoice_heads`: the invoice was created in the period and matches the search and recipient if
 * given; undone ones too. The period is whole days, the last one included; a missing end sets no limit. Each of the
 * first six words of `search` must be in the recipient's name, begin its number, or be the invoice's number.
 */
export function createdWithin({ startDate, endDate, search, invoiceRecipientId }: InvoicePeriod): SQL {
  return sql.join(
    [
      sql`true`,
      ...(startDate === undefined ? [] : [sql`invoice_heads.created_at >= ${startOfDay(startDate).toISOString()}`]),
      ...(endDate === undefined ? [] : [sql`invoice_heads.created_at <= ${endOfDay(endDate).toISOString()}`]),
      ...(invoiceRecipientId === undefined ? [] : [sql`invoice_heads.invoice_recipient_id = ${invoiceRecipientId}`]),
      ...invoiceMatches(search),
    ],
    sql` and `,
  )
}

type HeadQuery = InvoicePeriod & { batchId?: string | undefined; page: number; pageSize: number }

/**
 * Lists a page of the invoices that `createdWithin` selects, newest first, undone ones too; of one batch when it is
 * given. `page` counts from 1. Access is not checked here. The invoices are without their rows, and the total is not
 * counted (`sumInvoiceHeads`).
 */
export async function listInvoiceHeads(db: Database, query: HeadQuery) {
  const { batchId, page, pageSize } = query
  const isInBatch = batchId === undefined ? sql`` : sql` and invoice_heads.export_id = ${batchId}`
  const rows = await selectHeads(db)
    .where(sql`${createdWithin(query)}${isInBatch}`)
    .orderBy(sql`invoice_heads.created_at desc, invoice_heads.id desc`)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return rows.map(toInvoiceHead)
}

const sumUnlessUndone = (of: SQL, name: string) => sql<number>`coalesce(sum(iif(status = 0, ${of}, 0)), 0)`.as(name)

/**
 * Counts and sums, in kronor, the invoices that `createdWithin` selects. `count` includes undone invoices, which
 * `undoneCount` counts; the sums leave them out.
 */
export async function sumInvoiceHeads(db: Database, period: InvoicePeriod) {
  const [sums] = await db.query
    .select({
      count: sql<number>`count(*)`.as('heads'),
      undoneCount: sql<number>`coalesce(sum(status = 1), 0)`.as('undone'),
      totalMinor: sumUnlessUndone(sql`total_minor`, 'total'),
      vatTotalMinor: sumUnlessUndone(sql`vat_total_minor`, 'vat_total'),
    })
    .from(invoiceHeads)
    .where(createdWithin(period))
  const { count = 0, undoneCount = 0, totalMinor = 0, vatTotalMinor = 0 } = sums ?? {}
  return { count, undoneCount, total: totalMinor / 100, vatTotal: vatTotalMinor / 100 }
}

const toIdList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/**
 * Returns invoices with their rows, in öre, by number, undone ones too; unknown ids are left out. `creditAt` is when
 * the sign-up of a row was cancelled without a fee, so that the row is to be credited, and `creditNumber` the number of
 * the invoice that has credited it, null for one that none has.
 */
export async function findInvoices(db: Database, ids: readonly number[]) {
  const [heads, rows, credits, creditNumbers] = await Promise.all([
    selectHeads(db)
      .where(sql`invoice_heads.id in ${toIdList(ids)}`)
      .orderBy(invoiceHeads.number),
    db.query
      .select()
      .from(invoiceRows)
      .where(sql`invoice_rows.invoice_head_id in ${toIdList(ids)}`)
      .orderBy(invoiceRows.id),
    db.query
      .select({ rowId: sql<number>`i.id`.as('row_id'), at: sql<string>`i.at`.as('at') })
      .from(sql`(${selectCredits(sql`i.id, r.canceled_at as at`, sql`i.invoice_head_id in ${toIdList(ids)}`)}) i`),
    findCreditNumbers(db, toIdList(ids)),
  ])
  const rowsOf = Map.groupBy(rows, ({ invoiceHeadId }) => invoiceHeadId)
  const creditAt = new Map(credits.map(({ rowId, at }) => [rowId, new Date(at)]))
  const withCreditDate = (row: (typeof rows)[number]) => ({
    ...row,
    creditAt: creditAt.get(row.id) ?? null,
    creditNumber: creditNumbers.get(row.id) ?? null,
  })
  return heads.map((found) => ({ ...found, rows: (rowsOf.get(found.head.id) ?? []).map(withCreditDate) }))
}
export type InvoiceWithRows = Awaited<ReturnType<typeof findInvoices>>[number]

/**
 * Returns the rows of an invoice that are to be credited, by row id: the date when the sign-up was cancelled. These
 * have not been credited or undone, and their fee is no longer due; empty for none.
 */
export async function findCredits(db: Database, headId: number): Promise<Map<number, Date>> {
  const rows = await db.rows<{ id: number; at: string }>(
    selectCredits(sql`i.id, r.canceled_at as at`, sql`i.invoice_head_id = ${headId}`),
  )
  return new Map(rows.map(({ id, at }) => [id, new Date(at)]))
}

/** Counts the rows of several invoices together, those of undone ones too; unknown ids count as none. */
export async function countInvoiceRows(db: Database, ids: readonly number[]): Promise<number> {
  const [sum] = await db.query
    .select({ rows: sql<number>`coalesce(sum(row_count), 0)`.as('rows') })
    .from(invoiceHeads)
    .where(sql`invoice_heads.id in ${toIdList(ids)}`)
  return sum?.rows ?? 0
}

/**
 * Lists the invoices of one batch (export) by number, undone ones too; empty for an unknown one. Access is not checked
 * here.
 */
export async function listExportHeads(db: Database, exportId: string): Promise<InvoiceHead[]> {
  const rows = await selectHeads(db).where(sql`invoice_heads.export_id = ${exportId}`).orderBy(invoiceHeads.number)
  return rows.map(toInvoiceHead)
}

export interface Recipient {
  id: number
  name: string
  orgNr: string | null
  email: string | null
  address: Address | null
}
