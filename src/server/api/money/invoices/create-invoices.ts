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
import { insertHeads, insertRows, listOfExport, type NewHead, type NewRow } from './storage.ts'

/** The results as they are now, priced as the writer wants them; all of them may be invoiced. */
async function pricedRows(ctx: Ctx, items: CreateInvoices['items']): Promise<NewRow[]> {
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

const madeBy = (exportId: string): SQL => sql`
  select id, json_object('number', number, 'invoiceRecipientId', invoice_recipient_id, 'rows', row_count,
    'totalMinor', total_minor) as data
  from invoice_heads where export_id = ${exportId}`

/** A head for each recipient with all that was chosen for it, or nothing at all. */
export async function createInvoices(ctx: Ctx, wanted: CreateInvoices): Promise<InvoiceHead[]> {
  const rows = await pricedRows(ctx, wanted.items)
  const groups = byRecipient(rows)
  const recipients = await findRecipients(ctx.db, [...groups.keys()])
  const heads = recipients.map((recipient): NewHead => ({ recipient, ...sumsOf(groups.get(recipient.id) ?? []) }))
  const exportId = ctx.newId()
  const made = {
    exportId,
    title: wanted.title,
    reference: wanted.reference || null,
    startsAt: startOfDay(wanted.startDate),
    endsAt: endOfDay(wanted.endDate),
    createdByUserId: ctx.actor.id,
    createdAt: ctx.now,
  }
  await ctx.db.commit([
    insertHeads(ctx.db, made, heads),
    insertRows(ctx.db, exportId, rows),
    recordAuditOfEach(ctx, 'invoice.created', 'invoice', madeBy(exportId)),
  ])
  return listOfExport(ctx.db, exportId)
}
