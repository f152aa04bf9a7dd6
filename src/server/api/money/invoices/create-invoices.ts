import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { vatWithin } from '#api/vat.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { CreateInvoices, InvoiceHead } from './contract.ts'
import { findDue } from './due.ts'
import { findRecipients } from './recipients.ts'
import { byRecipient, minorOf, refuseItem, sumsOf } from './rules.ts'
import { listOfExport } from './storage.ts'
import { insertHeads, insertRows, type NewHead, type NewRow } from './write-storage.ts'

/** Returns the rows with the amounts of the request, after a check that every result may be invoiced. */
async function toPricedRows(ctx: Ctx, items: CreateInvoices['items']): Promise<NewRow[]> {
  const due = await findDue(
    ctx.db,
    items.map(({ resultId }) => resultId),
  )
  return items.map(({ resultId, invoiceRecipientId, amount }) => {
    const result = due.get(resultId)
    const code = refuseItem(result, invoiceRecipientId)
    if (code || !result) throw new Refused(code ?? 'invoice_items_changed', { details: { resultId } })
    const amountMinor = minorOf(amount)
    return { ...result, amountMinor, vatMinor: vatWithin(amountMinor, result.vatRate) }
  })
}

const selectExport = (exportId: string): SQL => sql`
  select id, json_object('number', number, 'invoiceRecipientId', invoice_recipient_id, 'rows', row_count,
    'totalMinor', total_minor) as data
  from invoice_heads where export_id = ${exportId}`

/** Creates one invoice for each recipient of the items, in one commit. */
export async function createInvoices(ctx: Ctx, input: CreateInvoices): Promise<InvoiceHead[]> {
  const rows = await toPricedRows(ctx, input.items)
  const groups = byRecipient(rows)
  const recipients = await findRecipients(ctx.db, [...groups.keys()])
  const heads = recipients.map((recipient): NewHead => ({ recipient, ...sumsOf(groups.get(recipient.id) ?? []) }))
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
    insertHeads(ctx.db, newExport, heads),
    insertRows(ctx.db, exportId, rows),
    recordAuditOfEach(ctx, 'invoice.created', 'invoice', selectExport(exportId)),
  ])
  return listOfExport(ctx.db, exportId)
}
