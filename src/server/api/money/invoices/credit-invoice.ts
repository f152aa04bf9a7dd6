import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { InvoiceHead } from './contract.ts'
import { insertCredit } from './credit-storage.ts'
import type { CreditInvoice } from './credits/contract.ts'
import { findRowsToCredit } from './rules.ts'
import { findInvoices, listExportHeads } from './storage.ts'

const selectCredit = (exportId: string, creditedNumber: number) => sql`
  select id, json_object('number', number, 'creditedNumber', ${creditedNumber}, 'rows', row_count,
    'totalMinor', total_minor, 'reason', credit_reason) as data
  from invoice_heads where export_id = ${exportId}`

/**
 * Credits an invoice, or some of its rows, by a credit invoice with the opposite amounts, with an audit entry. It is in
 * a batch of its own. Returns the credit invoice. Without `rowIds` it credits all rows that are not yet credited. Sends
 * nothing. Of two people who credit a row at once one is refused. Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such invoice, or a row is not on it.
 * @throws Refused('invoice_is_credit'), Refused('invoice_undone') or Refused('invoice_credited') as `findRowsToCredit`
 * decides.
 */
export async function creditInvoice(ctx: Ctx, id: number, { rowIds, reason }: CreditInvoice): Promise<InvoiceHead> {
  const [found] = await findInvoices(ctx.db, [id])
  if (!found) throw new Refused('not_found')
  const chosen = findRowsToCredit(found, rowIds)
  if (typeof chosen === 'string') throw new Refused(chosen)
  const exportId = ctx.newId()
  await ctx.db.commit([
    ...insertCredit(ctx.db, {
      exportId,
      creditedHeadId: id,
      rowIds: chosen,
      reason,
      createdByUserId: ctx.actor.id,
      createdAt: ctx.now,
    }),
    recordAuditOfEach(ctx, 'invoice.credited', 'invoice', selectCredit(exportId, found.head.number)),
  ])
  const [credit] = await listExportHeads(ctx.db.onPrimary(), exportId)
  if (!credit) throw new Refused('not_found')
  return credit
}
