import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { InvoiceBatch } from './batches/contract.ts'
import { changesMark, getBatch, listStandingIds, writeMark } from './batches-storage.ts'

/**
 * Marks a batch of invoices as entered in the accounts by the caller, or removes the mark, with an audit entry when
 * that changes something. Returns the batch as it is afterwards. Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such batch.
 * @throws Refused('invoice_undone') when a batch is to be marked whose invoices are all undone.
 */
export async function setBooked(ctx: Ctx, id: string, booked: boolean): Promise<InvoiceBatch> {
  await getBatch(ctx.db, id)
  const invoiceHeads = await listStandingIds(ctx.db, id)
  if (booked && invoiceHeads.length === 0) throw new Refused('invoice_undone')
  const action = booked ? 'invoice.booked' : 'invoice.unbooked'
  const target = { type: 'invoice', id: invoiceHeads[0] ?? 0 } as const
  await ctx.db.commit([
    recordAuditWhen(ctx, changesMark(id, booked), action, target, { invoiceHeads }),
    writeMark(ctx, id, booked),
  ])
  return getBatch(ctx.db.onPrimary(), id)
}
