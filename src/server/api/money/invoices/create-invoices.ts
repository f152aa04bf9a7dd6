import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { calculateIncludedVat } from '#api/vat.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { CreateInvoiceBatch, InvoiceBatch } from './batches/contract.ts'
import { getBatch } from './batches-storage.ts'
import type { CreateInvoices, InvoiceHead } from './contract.ts'
import { type DueResult, findDueResults, listDueResults } from './due-results.ts'
import { findRecipients } from './recipients.ts'
import { findItemRefusal, groupByRecipient, sumInvoiceRows, toMinor } from './rules.ts'
import { listExportHeads } from './storage.ts'
import { insertInvoiceHeads, insertInvoiceRows, type NewHead, type NewRow } from './write-storage.ts'

/** Returns the rows with the amounts of the request, after a check that every result may be invoiced. */
async function toPricedRows(ctx: Ctx, items: CreateInvoices['items']): Promise<NewRow[]> {
  const due = await findDueResults(
    ctx.db,
    items.map(({ resultId }) => resultId),
  )
  return items.map(({ resultId, invoiceRecipientId, amount }) => {
    const result = due.get(resultId)
    const code = findItemRefusal(result, invoiceRecipientId)
    if (code || !result) throw new Refused(code ?? 'invoice_items_changed', { details: { resultId } })
    const amountMinor = toMinor(amount)
    return { ...result, amountMinor, vatMinor: calculateIncludedVat(amountMinor, result.vatRate) }
  })
}

const selectExport = (exportId: string): SQL => sql`
  select id, json_object('number', number, 'invoiceRecipientId', invoice_recipient_id, 'rows', row_count,
    'totalMinor', total_minor) as data
  from invoice_heads where export_id = ${exportId}`

interface Heading {
  title: string
  reference?: string | null | undefined
  startDate: string
  endDate: string
}

/**
 * Creates one invoice for each recipient of the rows, in one commit with an audit entry each; returns the batch's id.
 */
async function createBatch(ctx: Ctx, heading: Heading, rows: readonly NewRow[]): Promise<string> {
  const groups = groupByRecipient(rows)
  const recipients = await findRecipients(ctx.db, [...groups.keys()])
  const heads = recipients.map(
    (recipient): NewHead => ({ recipient, ...sumInvoiceRows(groups.get(recipient.id) ?? []) }),
  )
  const exportId = ctx.newId()
  const newExport = {
    exportId,
    title: heading.title,
    reference: heading.reference || null,
    startsAt: startOfDay(heading.startDate),
    endsAt: endOfDay(heading.endDate),
    createdByUserId: ctx.actor.id,
    createdAt: ctx.now,
  }
  await ctx.db.commit([
    insertInvoiceHeads(ctx.db, newExport, heads),
    ...insertInvoiceRows(ctx.db, exportId, rows),
    recordAuditOfEach(ctx, 'invoice.created', 'invoice', selectExport(exportId)),
  ])
  return exportId
}

/**
 * Creates one invoice for each recipient of the items, as one batch in one commit with an audit entry each, and
 * returns them by number. Items are results of participants; their rows get the amounts of the request, in kronor
 * including VAT, instead of the fees. Title, reference and period only stand on the invoices. Sends nothing. Access is
 * not checked here.
 *
 * @throws Refused('invoice_items_changed'), Refused('already_invoiced') or Refused('vat_rate_unknown') as
 * `findItemRefusal` decides for one of the items.
 */
export async function createInvoices(ctx: Ctx, input: CreateInvoices): Promise<InvoiceHead[]> {
  return listExportHeads(ctx.db, await createBatch(ctx, input, await toPricedRows(ctx, input.items)))
}

/** Returns a due result as a row with its whole fee. */
function toWholeRow(result: DueResult): NewRow {
  const code = findItemRefusal(result, result.invoiceRecipientId)
  if (code) throw new Refused(code, { details: { resultId: result.resultId } })
  return { ...result, amountMinor: result.feeMinor, vatMinor: calculateIncludedVat(result.feeMinor, result.vatRate) }
}

/**
 * Creates one invoice for each recipient of all due results that a filter selects, with their whole fees. They are made
 * in one commit with an audit entry each. Returns the batch. Sends nothing. The expected amount is in kronor. Of two
 * people who do so at once one is refused. Access is not checked here.
 *
 * @throws Refused('invoice_items_changed') when the number or the sum of the results is not the expected one.
 * @throws Refused('already_invoiced') when another request has invoiced one of them at the same time.
 * @throws Refused('vat_rate_unknown') when a result has a VAT rate that is not Swedish.
 * @throws Refused with the codes of `getBatch`.
 */
export async function createInvoiceBatch(ctx: Ctx, input: CreateInvoiceBatch): Promise<InvoiceBatch> {
  const { itemCount, amount } = input.expected
  const rows = (await listDueResults(ctx.db, input, itemCount)).map(toWholeRow)
  if (rows.length !== itemCount || sumInvoiceRows(rows).totalMinor !== toMinor(amount))
    throw new Refused('invoice_items_changed')
  return getBatch(ctx.db, await createBatch(ctx, input, rows))
}
