import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { InvoiceHead } from './contract.ts'
import { invoiceHeads, invoiceRows } from './table.ts'
import { lastNumber } from './write-storage.ts'

/** Columns of `invoice_heads` with the invoices that credit it or that it credits. */
export const creditColumns = {
  creditedNumber: sql<number | null>`(
    select credited.number from invoice_heads credited where credited.id = invoice_heads.credited_head_id)`.as(
    'credited_number',
  ),
  creditedAt: sql<string | null>`(
    select credited.created_at from invoice_heads credited where credited.id = invoice_heads.credited_head_id)`.as(
    'credited_at',
  ),
  credits: sql<string>`(
    select json_group_array(json_object('id', credit.id, 'number', credit.number) order by credit.number)
    from invoice_heads credit where credit.credited_head_id = invoice_heads.id)`.as('credits'),
  // Rows of undone invoices and of credit invoices are never live.
  creditableCount: sql<number>`(
    select count(*) from invoice_rows creditable
    where creditable.invoice_head_id = invoice_heads.id and creditable.live = 1)`.as('creditable_count'),
}

/** Parses the column `credits` of `creditColumns`: the credit invoices of an invoice, by number; empty without any. */
export const parseCredits = (credits: string): InvoiceHead['credits'] => JSON.parse(credits)

/**
 * Returns the number of the credit invoice by the id of each credited row of the invoices; a row that none credits is
 * absent. `headIds` is an SQL list of invoice ids, or a query, in brackets.
 */
export async function findCreditNumbers(db: Database, headIds: SQL): Promise<Map<number, number>> {
  const rows = await db.query
    .select({ rowId: sql<number>`credit_row.credited_row_id`.as('row_id'), number: invoiceHeads.number })
    .from(sql`invoice_rows credit_row`)
    .innerJoin(invoiceHeads, sql`invoice_heads.id = credit_row.invoice_head_id`)
    .where(
      sql`credit_row.credited_row_id in (select id from invoice_rows where invoice_rows.invoice_head_id in ${headIds})`,
    )
  return new Map(rows.map(({ rowId, number }) => [rowId, number]))
}

export interface NewCredit {
  exportId: string
  creditedHeadId: number
  rowIds: readonly number[]
  reason: string
  createdByUserId: number
  createdAt: Date
}

/**
 * Returns the statements that insert a credit invoice with the opposite of the rows, in a batch of its own
 * (`exportId`). It gets the next number and the credited invoice's recipient. Triggers end the credited rows. The
 * commit fails as `invoice_credited` or `invoice_undone` when a row was credited or undone at the same time.
 */
export function insertCredit(db: Database, credit: NewCredit): Statement[] {
  const { exportId, creditedHeadId, reason, createdByUserId, createdAt } = credit
  const ids = sql`(select value from json_each(${JSON.stringify(credit.rowIds)}))`
  const sumOf = (column: SQL) =>
    sql`(select -sum(${column}) from invoice_rows row_to_credit where row_to_credit.id in ${ids})`
  const head = insertFrom(
    db.query,
    invoiceHeads,
    {
      number: sql`${lastNumber} + 1`,
      exportId,
      title: sql`credited.title`,
      reference: sql`credited.reference`,
      invoiceRecipientId: sql`credited.invoice_recipient_id`,
      recipientName: sql`credited.recipient_name`,
      recipientOrgNr: sql`credited.recipient_org_nr`,
      recipientEmail: sql`credited.recipient_email`,
      recipientAddress: sql`credited.recipient_address`,
      startsAt: sql`credited.starts_at`,
      endsAt: sql`credited.ends_at`,
      rowCount: credit.rowIds.length,
      totalMinor: sumOf(sql`row_to_credit.amount_minor`),
      vatTotalMinor: sumOf(sql`row_to_credit.vat_minor`),
      currency: sql`credited.currency`,
      status: 0,
      createdByUserId,
      createdAt: createdAt.toISOString(),
      creditedHeadId,
      creditReason: reason,
    },
    sql`from invoice_heads credited where credited.id = ${creditedHeadId}`,
  )
  const rows = insertFrom(
    db.query,
    invoiceRows,
    {
      invoiceHeadId: sql`credit.id`,
      resultId: sql`i.result_id`,
      userId: sql`i.user_id`,
      userName: sql`i.user_name`,
      educationTitle: sql`i.education_title`,
      partTitle: sql`i.part_title`,
      occasionAt: sql`i.occasion_at`,
      signedUpAt: sql`i.signed_up_at`,
      completedAt: sql`i.completed_at`,
      feeMinor: sql`i.fee_minor`,
      amountMinor: sql`-i.amount_minor`,
      vatRate: sql`i.vat_rate`,
      vatMinor: sql`-i.vat_minor`,
      live: 0,
      canceledAt: sql`i.canceled_at`,
      attended: sql`i.attended`,
      creditedRowId: sql`i.id`,
    },
    sql`from invoice_rows i join invoice_heads credit on credit.export_id = ${exportId}
    where i.id in ${ids} order by i.id`,
  )
  return [head, rows]
}
