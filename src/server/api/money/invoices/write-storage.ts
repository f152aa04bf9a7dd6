import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import type { DueResult } from './due-results.ts'
import type { Recipient } from './storage.ts'
import { invoiceHeads, invoiceRows } from './table.ts'

export interface NewHead {
  recipient: Recipient
  rowCount: number
  totalMinor: number
  vatTotalMinor: number
}

export interface NewExport {
  exportId: string
  title: string
  reference: string | null
  startsAt: Date
  endsAt: Date
  createdByUserId: number
  createdAt: Date
}

/** The first invoice of a portal gets the number after this. */
const numberBeforeFirst = 1000

/** SQL: the number of the last invoice, after which the next ones are counted. */
export const lastNumber = sql`(select coalesce(max(number), ${numberBeforeFirst}) from invoice_heads)`

/**
 * Returns the statement that inserts the invoices of an export, without their rows. They get consecutive numbers in the
 * order of `heads`; a unique index refuses a number that a concurrent export has taken.
 */
export const insertInvoiceHeads = (db: Database, newExport: NewExport, heads: readonly NewHead[]): Statement =>
  insertFrom(
    db.query,
    invoiceHeads,
    {
      number: sql`${lastNumber} + row_number() over (order by head.key)`,
      exportId: newExport.exportId,
      title: newExport.title,
      reference: newExport.reference,
      invoiceRecipientId: sql`head.value ->> '$.recipient.id'`,
      recipientName: sql`head.value ->> '$.recipient.name'`,
      recipientOrgNr: sql`head.value ->> '$.recipient.orgNr'`,
      recipientEmail: sql`head.value ->> '$.recipient.email'`,
      recipientAddress: sql`json_extract(head.value, '$.recipient.address')`,
      startsAt: newExport.startsAt.toISOString(),
      endsAt: newExport.endsAt.toISOString(),
      rowCount: sql`head.value ->> '$.rowCount'`,
      totalMinor: sql`head.value ->> '$.totalMinor'`,
      vatTotalMinor: sql`head.value ->> '$.vatTotalMinor'`,
      currency: 'SEK',
      status: 0,
      createdByUserId: newExport.createdByUserId,
      createdAt: newExport.createdAt.toISOString(),
    },
    sql`from json_each(${JSON.stringify(heads)}) head`,
  )

export interface NewRow extends DueResult {
  amountMinor: number
  vatMinor: number
}

/**
 * Returns the statements that insert the rows of an export, each in the invoice of its recipient; `insertInvoiceHeads`
 * comes before. A row whose recipient has no invoice in the export is left out. The commit fails as `already_invoiced`
 * or `invoice_items_changed` when a result is no longer due.
 */
export const insertInvoiceRows = (db: Database, exportId: string, rows: readonly NewRow[]): Statement[] =>
  toJsonParameters(rows).map((portion) => insertPortion(db, exportId, portion))

/** Returns the statement that inserts a JSON array of rows. */
const insertPortion = (db: Database, exportId: string, portion: string): Statement =>
  insertFrom(
    db.query,
    invoiceRows,
    {
      invoiceHeadId: sql`h.id`,
      resultId: sql`item.value ->> 'resultId'`,
      userId: sql`item.value ->> 'userId'`,
      userName: sql`item.value ->> 'userName'`,
      educationTitle: sql`item.value ->> 'educationTitle'`,
      partTitle: sql`item.value ->> 'partTitle'`,
      occasionAt: sql`item.value ->> 'occasionAt'`,
      signedUpAt: sql`item.value ->> 'signedUpAt'`,
      completedAt: sql`item.value ->> 'completedAt'`,
      feeMinor: sql`item.value ->> 'feeMinor'`,
      amountMinor: sql`item.value ->> 'amountMinor'`,
      vatRate: sql`item.value ->> 'vatRate'`,
      vatMinor: sql`item.value ->> 'vatMinor'`,
      live: 1,
      canceledAt: sql`item.value ->> 'canceledAt'`,
      attended: sql`item.value ->> 'attended'`,
    },
    sql`from json_each(${portion}) item
    join invoice_heads h on h.export_id = ${exportId} and h.invoice_recipient_id = item.value ->> 'invoiceRecipientId'
    order by item.key`,
  )

/**
 * Returns the statement that marks an invoice as undone by a user; a trigger makes its rows available for another
 * invoice. The commit fails as `invoice_undone` when it is undone already, and as `invoice_is_credit`,
 * `invoice_credited`, `invoice_booked` or `invoice_in_fortnox` when it is a credit, credited, booked or sent.
 */
export const undoInvoice = (db: Database, id: number, userId: number, now: Date): Statement =>
  db.query
    .update(invoiceHeads)
    .set({ status: 1, undoneByUserId: userId, undoneAt: now })
    .where(sql`invoice_heads.id = ${id}`)
