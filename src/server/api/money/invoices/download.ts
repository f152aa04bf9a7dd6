import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { contentDisposition } from '#api/foundation/files/rules.ts'
import { findMainOrganization } from '#api/people/organizations/storage.ts'
import { recordProtectedReadsById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { invoiceStatuses } from './rules.ts'
import { createInvoiceSheet } from './sheet.ts'
import { encodeCodepage437, formatSie } from './sie.ts'
import { countInvoiceRows, findInvoices, type InvoiceWithRows, toFileStem } from './storage.ts'

/** Highest number of rows in a file, which is built in memory. */
const maxRowsInFile = 20_000

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function sieFile(ctx: Ctx, invoices: readonly InvoiceWithRows[]): Promise<Blob> {
  if (invoices.some(({ head }) => head.status === invoiceStatuses.undone)) throw new Refused('invoice_undone')
  const main = await findMainOrganization(ctx.db)
  const text = formatSie(
    { name: main?.name ?? '', orgNr: main?.orgNr ?? null, today: toPortalDay(ctx.now) },
    invoices.map(({ head, rows }) => ({
      number: head.number,
      recipientName: head.recipientName,
      title: head.title,
      rows,
      madeOn: toPortalDay(head.createdAt),
    })),
  )
  return new Blob([encodeCodepage437(text)])
}

const isExpectedName = (invoices: readonly InvoiceWithRows[], fileName: string) =>
  invoices.length !== 1 || invoices.every(({ head }) => fileName.replace(/\.\w+$/, '') === toFileStem(head))

/**
 * Returns invoices as a file, Excel or SIE by the ending of its name, and logs the export. A single invoice has a fixed
 * name.
 * @throws Refused('too_large') when the invoices have more than 20,000 rows together.
 * @throws Refused('not_found') when an invoice does not exist, or a single invoice has another name.
 */
export async function downloadInvoices(ctx: Ctx, ids: readonly number[], fileName: string): Promise<Response> {
  const uniqueIds = [...new Set(ids)]
  if ((await countInvoiceRows(ctx.db, uniqueIds)) > maxRowsInFile) throw new Refused('too_large')
  const invoices = await findInvoices(ctx.db, uniqueIds)
  if (invoices.length < uniqueIds.length || !isExpectedName(invoices, fileName)) throw new Refused('not_found')
  const isExcel = fileName.endsWith('.xlsx')
  const file = isExcel
    ? await createInvoiceSheet(invoices, translator(ctx.language, 'invoices'))
    : await sieFile(ctx, invoices)
  if (isExcel)
    await recordProtectedReadsById(
      ctx,
      invoices.flatMap(({ rows }) => rows.map(({ userId }) => userId)),
    )
  await ctx.db.commit([
    recordAudit(
      ctx,
      'invoice.exported',
      { type: 'invoice', id: uniqueIds[0] ?? 0 },
      { invoiceHeads: uniqueIds, fileName },
    ),
  ])
  return new Response(file, {
    headers: {
      'content-type': isExcel ? excelType : 'application/octet-stream',
      'content-disposition': contentDisposition(fileName, false),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}
