import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { getBatch, listStandingIds } from '#api/money/invoices/batches-storage.ts'
import { readPaymentDays } from '#api/money/invoices/rules.ts'
import { Refused } from '#api/refusals.ts'
import { countBatches, listDocuments } from './batch-storage.ts'
import { getFortnoxSettings } from './connect.ts'
import { findConnection } from './connection-storage.ts'
import type { FortnoxBatch, FortnoxDocument } from './contract.ts'
import { hasUnsent, listUnsentIds, writeWaiting } from './document-storage.ts'
import { sendJob } from './send-waiting.ts'

async function getCounts({ db }: Pick<Ctx, 'db'>, id: string): Promise<FortnoxBatch> {
  const [counts] = await countBatches(db, [id])
  return counts ?? { id, unsentCount: 0, waitingCount: 0, sentCount: 0, failedCount: 0, deviationCount: 0 }
}

/**
 * Returns the counts of a batch's invoices by their state in Fortnox, and each invoice as `listDocuments` does. All
 * counts are 0 when its invoices are undone. Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such batch.
 */
export async function readFortnoxBatch(ctx: Ctx, id: string): Promise<FortnoxBatch & { documents: FortnoxDocument[] }> {
  const [counts, documents] = await Promise.all([getCounts(ctx, id), listDocuments(ctx.db, id), getBatch(ctx.db, id)])
  return { ...counts, documents }
}

/**
 * Makes the invoices of a batch that are not in Fortnox wait to be sent, and queues the job. Failed ones are among
 * them, undone ones are not. Returns the counts afterwards. Records an audit entry that names the invoices when there
 * are any. Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such batch, or the portal is no app of Fortnox.
 * @throws Refused('fortnox_not_connected') without a connection that works.
 * @throws Refused('invoice_undone') when all invoices of the batch are undone.
 * @throws Refused('invoice_payment_days') when INVOICE_PAYMENT_DAYS is no valid number of days.
 */
export async function sendBatch(ctx: Ctx, id: string): Promise<FortnoxBatch> {
  getFortnoxSettings(ctx)
  const [connection, ids] = await Promise.all([
    findConnection(ctx.db),
    listStandingIds(ctx.db, id),
    getBatch(ctx.db, id),
  ])
  if (!connection || connection.revokedAt !== null) throw new Refused('fortnox_not_connected')
  if (ids.length === 0) throw new Refused('invoice_undone')
  if (readPaymentDays(ctx.env.INVOICE_PAYMENT_DAYS) === null) throw new Refused('invoice_payment_days')
  const unsent = await listUnsentIds(ctx.db.onPrimary(), id)
  const target = { type: 'invoice', id: unsent[0] ?? ids[0] ?? 0 } as const
  await ctx.db.commit([
    recordAuditWhen(ctx, hasUnsent(id), 'invoice.queuedForFortnox', target, { invoiceHeads: unsent }),
    ...writeWaiting(ctx, id),
    queueJob(ctx, sendJob.kind, {}, { key: sendJob.key }),
  ])
  return getCounts({ db: ctx.db.onPrimary() }, id)
}
