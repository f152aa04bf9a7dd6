import type { Ctx } from '#api/context.ts'
import { listActions, recordAudit } from '#api/foundation/audit/storage.ts'
import { isDescending } from '#api/list-order.ts'
import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { serve } from '#api/serve.ts'
import { type AuditFilter, audit } from './contract.ts'
import { createPageReader, type LogPosition } from './list-entries.ts'
import { auditOrders } from './rules.ts'
import { createCsvWriter } from './write-csv.ts'

const exportPageSize = 1000
const maxExportPages = 50

/**
 * Streams the filtered log as CSV, 1,000 entries at a time, so that it is never in memory as a whole. It ends after
 * 50,000 entries. An audit entry is written before the first row is sent.
 */
async function exportLog(ctx: Ctx, filter: AuditFilter): Promise<Response> {
  // The export is recorded before any data is sent.
  await ctx.db.commit([recordAudit(ctx, 'auditLog.exported', { type: 'auditLog', id: 0 }, { filter })])
  const readPage = await createPageReader(ctx, filter, recordReadsOfListById)
  const [encoder, csv] = [new TextEncoder(), createCsvWriter(ctx)]
  let [position, pages]: [LogPosition | null, number] = [null, 0]
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { items, names, position: next } = await readPage(position, exportPageSize)
      controller.enqueue(encoder.encode((pages === 0 ? csv.head : '') + csv.lines({ items, names })))
      position = next
      pages += 1
      if (!next || pages === maxExportPages) controller.close()
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="logg.csv"' },
  })
}

export const routes = serve(audit, {
  'GET /AuditLog': async ({ query: { after, pageSize, sort, descending, ...filter } }, ctx) => {
    const isOldestFirst = !isDescending(auditOrders, { sort, descending })
    const readPage = await createPageReader(ctx, { ...filter, isOldestFirst })
    const { items, names, next } = await readPage(after ?? null, pageSize)
    return { items, names, next }
  },
  'GET /AuditLog/actions': (_input, { db }) => listActions(db),
  'GET /AuditLog/export': ({ query }, ctx) => exportLog(ctx, query),
})
