import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { recordReadsById, recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { invoices } from './contract.ts'
import { createInvoices } from './create-invoices.ts'
import { downloadInvoices } from './download.ts'
import { listInvoiceItems, listInvoiceRecipients } from './due-results.ts'
import { invoiceStatuses } from './rules.ts'
import { findCredits, findInvoices, listInvoiceHeads, sumInvoiceHeads, toInvoiceHead, toInvoiceRow } from './storage.ts'
import { undoInvoice } from './write-storage.ts'

async function getInvoice(ctx: Ctx, id: number) {
  const [found] = await findInvoices(ctx.db, [id])
  if (!found) throw new Refused('not_found')
  return found
}

export const routes = serve(invoices, {
  'GET /Invoices/ItemsForInvoicing': async ({ query }, ctx) => {
    const items = await listInvoiceItems(ctx.db, query)
    await recordReadsById(
      ctx,
      items.map(({ userId }) => userId),
    )
    return items
  },
  'GET /Invoices/Recipients': ({ query }, { db }) => listInvoiceRecipients(db, query),
  'POST /Invoices/CreateInvoiceItems': ({ body }, ctx) => createInvoices(ctx, body),
  'GET /Invoices/ExportedInvoices': ({ query }, { db }) => listInvoiceHeads(db, query),
  'GET /Invoices/Totals': ({ query }, { db }) => sumInvoiceHeads(db, query),
  'GET /Invoices/:id': async ({ params }, ctx) => {
    const [{ rows, ...found }, credits] = await Promise.all([
      getInvoice(ctx, params.id),
      findCredits(ctx.db, params.id),
    ])
    await recordReadsOfListById(
      ctx,
      rows.map(({ userId }) => userId),
    )
    return { ...toInvoiceHead(found), rows: rows.map((row) => toInvoiceRow(row, credits)) }
  },
  'DELETE /Invoices/:id': async ({ params }, ctx) => {
    const { head } = await getInvoice(ctx, params.id)
    if (head.status === invoiceStatuses.undone) throw new Refused('invoice_undone')
    await ctx.db.commit([
      undoInvoice(ctx.db, head.id, ctx.actor.id, ctx.now),
      recordAudit(ctx, 'invoice.undone', { type: 'invoice', id: head.id }, { number: head.number }),
    ])
    return undefined
  },
  'GET /Invoices/Download': ({ query }, ctx) => downloadInvoices(ctx, query.invoiceHead, query.fileName),
})
