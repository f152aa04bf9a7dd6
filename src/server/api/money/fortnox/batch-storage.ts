import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { FortnoxBatch, FortnoxDocument } from './contract.ts'
import { documentStates, type FailureReason } from './rules.ts'

const { waiting, sent, failed } = documentStates

/** SQL condition: the sum or the VAT of an invoice in Fortnox differs from the portal's. */
const hasDeviation = sql`(d.state = ${sent} and (abs(coalesce(d.total_minor, h.total_minor)) <> abs(h.total_minor)
  or abs(coalesce(d.vat_total_minor, h.vat_total_minor)) <> abs(h.vat_total_minor)))`

interface CountRow {
  id: string
  unsentCount: number
  waitingCount: number
  sentCount: number
  failedCount: number
  deviationCount: number
}

/**
 * Counts the invoices of batches by their state in Fortnox: never sent, waiting, sent, failed. Undone invoices do not
 * count. Lists the batches in no order; unknown ones, and those whose invoices are all undone, are left out.
 */
export const countBatches = (db: Database, ids: readonly string[]): Promise<FortnoxBatch[]> =>
  db.rows<CountRow>(sql`
    select h.export_id as id, sum(d.state is null) as "unsentCount", sum(d.state is ${waiting}) as "waitingCount",
      sum(d.state is ${sent}) as "sentCount", sum(d.state is ${failed}) as "failedCount",
      sum(coalesce(${hasDeviation}, 0)) as "deviationCount"
    from invoice_heads h left join fortnox_documents d on d.invoice_head_id = h.id
    where h.status = 0 and h.export_id in (select value from json_each(${JSON.stringify(ids)}))
    group by h.export_id`)

interface ListedRow {
  invoiceId: number
  number: number
  recipientName: string
  state: number
  documentNumber: string | null
  reason: FailureReason | null
  message: string | null
  totalMinor: number | null
  vatTotalMinor: number | null
  differs: 0 | 1
}

const stateNames = ['waiting', 'sent', 'failed'] as const

/**
 * Lists the invoices of a batch that wait for Fortnox, are there or failed: failed ones first, then by number. Undone
 * invoices and those that were never to be sent are left out. `deviation` has the sums in Fortnox, in kronor, when
 * they differ from the portal's; otherwise it is null.
 */
export async function listDocuments(db: Database, batchId: string): Promise<FortnoxDocument[]> {
  const rows = await db.rows<ListedRow>(sql`
    select h.id as "invoiceId", h.number, h.recipient_name as "recipientName", d.state,
      d.document_number as "documentNumber", d.reason, d.message, d.total_minor as "totalMinor",
      d.vat_total_minor as "vatTotalMinor",
      ${hasDeviation} as differs
    from fortnox_documents d join invoice_heads h on h.id = d.invoice_head_id
    where h.export_id = ${batchId} and h.status = 0
    order by d.state = ${failed} desc, h.number`)
  const toKronor = (minor: number | null) => (minor === null ? null : minor / 100)
  return rows.map(({ state, totalMinor, vatTotalMinor, differs, ...same }) => ({
    ...same,
    state: stateNames[state] ?? 'waiting',
    deviation: differs === 1 ? { total: toKronor(totalMinor), vatTotal: toKronor(vatTotalMinor) } : null,
  }))
}

/** Counts all invoices that wait to be sent to Fortnox. */
export async function countWaiting(db: Database): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    sql`select count(*) as count from fortnox_documents where state = ${waiting}`,
  )
  return row?.count ?? 0
}
