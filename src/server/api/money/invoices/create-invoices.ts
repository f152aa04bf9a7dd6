import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { calculateIncludedVat } from '#api/vat.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { CreateInvoices, InvoiceHead } from './contract.ts'
import { findDueResults } from './due-results.ts'
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

/** Creates one invoice for each recipient of the items, in one commit. */
export async function createInvoices(ctx: Ctx, input: CreateInvoices): Promise<InvoiceHead[]> {
  const rows = await toPricedRows(ctx, input.items)
  const groups = groupByRecipient(rows)
  const recipients = await findRecipients(ctx.db, [...groups.keys()])
  const heads = recipients.map(
    (recipient): NewHead => ({ recipient, ...sumInvoiceRows(groups.get(recipient.id) ?? []) }),
  )
  const exportId = ctx.newId()
  const newExport = {
    exportId,
    title: input.title,
    reference: input.reference || null,
    startsAt: startOfDay(input.startDate),
    endsAt: endOfDay(input.endDate),
    createdByUserId: ctx.actor.id,
    createdAt: ctx.now,
  }
  await ctx.db.commit([
    insertInvoiceHeads(ctx.db, newExport, heads),
    insertInvoiceRows(ctx.db, exportId, rows),
    recordAuditOfEach(ctx, 'invoice.created', 'invoice', selectExport(exportId)),
  ])
  return listExportHeads(ctx.db, exportId)
}
