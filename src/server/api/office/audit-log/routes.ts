import type { Ctx } from '#api/context.ts'
import { listActions, recordAudit } from '#api/foundation/audit/storage.ts'
import { serve } from '#api/serve.ts'
import { type AuditFilter, audit } from './contract.ts'
import { type Place, pagesOf } from './list-entries.ts'
import { csvWriter } from './write-csv.ts'

const exportPage = 1000
const exportPagesAtMost = 50

/** Written page by page as it is read: the log never lies in memory as a whole. */
async function exported(ctx: Ctx, filter: AuditFilter): Promise<Response> {
  // First, so that nothing is taken out that is not on record.
  await ctx.db.commit([recordAudit(ctx, 'auditLog.exported', { type: 'auditLog', id: 0 }, { filter })])
  const page = await pagesOf(ctx, filter)
  const [encoder, csv] = [new TextEncoder(), csvWriter(ctx)]
  let [place, pages]: [Place | null, number] = [null, 0]
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { items, names, place: next } = await page(place, exportPage)
      controller.enqueue(encoder.encode((pages === 0 ? csv.head : '') + csv.lines({ items, names })))
      place = next
      pages += 1
      if (!next || pages === exportPagesAtMost) controller.close()
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="logg.csv"' },
  })
}

export const routes = serve(audit, {
  'GET /AuditLog': async ({ query: { after, pageSize, ...filter } }, ctx) => {
    const page = await pagesOf(ctx, filter)
    const { items, names, next } = await page(after ?? null, pageSize)
    return { items, names, next }
  },
  'GET /AuditLog/actions': (_input, { db }) => listActions(db),
  'GET /AuditLog/export': ({ query }, ctx) => exported(ctx, query),
})
