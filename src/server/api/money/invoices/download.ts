import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { contentDisposition } from '#api/foundation/files/rules.ts'
import { fullName, maskedName } from '#api/masking.ts'
import { findMainOrganization } from '#api/people/organizations/storage.ts'
import { listProtectedIds, recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { getBatch, insertBatchEvent, insertBatchEventsOf, listStandingIds } from './batches-storage.ts'
import { createPeppolFile } from './peppol-file.ts'
import { type BatchFileKind, formatBatchFileStem, invoiceStatuses, toFileExtension } from './rules.ts'
import { createInvoiceSheet } from './sheet.ts'
import { encodeCodepage437, formatSie } from './sie.ts'
import { countInvoiceRows, findInvoices, type InvoiceWithRows, toFileStem } from './storage.ts'

/** Highest number of rows in a file, which is built in memory. */
const maxRowsInFile = 20_000

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function refuseUndone(invoices: readonly InvoiceWithRows[]): void {
  if (invoices.some(({ head }) => head.status === invoiceStatuses.undone)) throw new Refused('invoice_undone')
}

function peppolFile(ctx: Ctx, invoices: readonly InvoiceWithRows[], isArchive: boolean): Promise<Blob> {
  refuseUndone(invoices)
  return createPeppolFile(ctx, invoices, isArchive)
}

async function sieFile(ctx: Ctx, invoices: readonly InvoiceWithRows[]): Promise<Blob> {
  refuseUndone(invoices)
  const main = await findMainOrganization(ctx.db)
  const text = formatSie(
    { name: main?.name ?? '', orgNr: main?.orgNr ?? null, today: toPortalDay(ctx.now) },
    invoices.map(({ head, rows, creditedNumber }) => ({
      number: head.number,
      creditOf: creditedNumber,
      recipientName: head.recipientName,
      title: head.title,
      rows,
      madeOn: toPortalDay(head.createdAt),
    })),
  )
  return new Blob([encodeCodepage437(text)])
}

/** Whether a single invoice has its own name, and a document that holds one invoice no more than one. */
const isExpectedName = (invoices: readonly InvoiceWithRows[], fileName: string) =>
  invoices.length === 1
    ? invoices.every(({ head }) => fileName.replace(/\.\w+$/, '') === toFileStem(head))
    : !fileName.endsWith('.xml')

async function refuseTooLarge(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if ((await countInvoiceRows(ctx.db, ids)) > maxRowsInFile) throw new Refused('too_large')
}

/** The files by the endings of their names. Peppol and Excel name people. */
const fileTypes = {
  si: { contentType: 'application/octet-stream', hasNames: false, create: sieFile },
  xlsx: {
    contentType: excelType,
    hasNames: true,
    create: (ctx: Ctx, invoices: readonly InvoiceWithRows[]) =>
      createInvoiceSheet(invoices, translator(ctx.language, 'invoices')),
  },
  xml: {
    contentType: 'application/xml',
    hasNames: true,
    create: (ctx: Ctx, invoices: readonly InvoiceWithRows[]) => peppolFile(ctx, invoices, false),
  },
  zip: {
    contentType: 'application/zip',
    hasNames: true,
    create: (ctx: Ctx, invoices: readonly InvoiceWithRows[]) => peppolFile(ctx, invoices, true),
  },
}

const isExtension = (ending: string): ending is keyof typeof fileTypes => ending in fileTypes

/** Name of a person whose identity a file hides. */
const masked = fullName(maskedName)

/** Builds the file and commits the records of its export, with further statements in the same transaction. */
async function exportInvoices(
  ctx: Ctx,
  invoices: readonly InvoiceWithRows[],
  fileName: string,
  statements: readonly Statement[] = [],
): Promise<Response> {
  const ending = fileName.split('.').at(-1) ?? ''
  if (!isExtension(ending)) throw new Refused('not_found')
  const { contentType, hasNames, create } = fileTypes[ending]
  const file = await create(ctx, invoices)
  if (hasNames)
    await recordReadsOfListById(
      ctx,
      invoices.flatMap(({ rows }) => rows.flatMap(({ userId, userName }) => (userName === masked ? [] : [userId]))),
    )
  const invoiceHeads = invoices.map(({ head }) => head.id)
  await ctx.db.commit([
    ...statements,
    recordAudit(ctx, 'invoice.exported', { type: 'invoice', id: invoiceHeads[0] ?? 0 }, { invoiceHeads, fileName }),
  ])
  return new Response(file, {
    headers: {
      'content-type': contentType,
      'content-disposition': contentDisposition(fileName, false),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}

/**
 * Returns invoices, by number, as a download: Excel (`.xlsx`), SIE (`.si`) or Peppol (`.xml`, `.zip` for several) by
 * the ending of its name. The export gets an audit entry. Excel and Peppol also record the reads of minors and
 * protected identities. A single invoice has the name of `toFileStem`. A SIE file counts as a fetch of the batches of
 * its invoices, so that nobody enters them in the accounts a second time unasked. Access is not checked here.
 *
 * @throws Refused('too_large') when the invoices have more than 20,000 rows together.
 * @throws Refused('not_found') when an invoice does not exist, a single invoice has another name, several are asked
 * for as `.xml`, or the ending is unknown.
 * @throws Refused('invoice_undone') when a SIE or Peppol file would have an undone invoice.
 * @throws Refused with the codes of `createPeppolFile`.
 */
export async function downloadInvoices(ctx: Ctx, ids: readonly number[], fileName: string): Promise<Response> {
  const uniqueIds = [...new Set(ids)]
  await refuseTooLarge(ctx, uniqueIds)
  const invoices = await findInvoices(ctx.db, uniqueIds)
  if (invoices.length < uniqueIds.length || !isExpectedName(invoices, fileName)) throw new Refused('not_found')
  const isSie = fileName.endsWith('.si')
  const exportIds = isSie ? invoices.map(({ head }) => head.exportId) : []
  return exportInvoices(ctx, invoices, fileName, insertBatchEventsOf(ctx, exportIds, 'si'))
}

/**
 * Returns an invoice to an organisation as an Excel download for those who administer the organisation; people with a
 * protected identity are masked. The export gets an audit entry, which records the reads of minors too. Access to the
 * organisation is not checked here.
 *
 * @throws Refused('not_found') when there is no such invoice to the organisation.
 * @throws Refused('invoice_undone') when it is undone.
 * @throws Refused('too_large') when it has more than 20,000 rows.
 */
export async function downloadRecipientInvoice(ctx: Ctx, id: number, organizationId: number): Promise<Response> {
  await refuseTooLarge(ctx, [id])
  const [found] = await findInvoices(ctx.db, [id])
  if (found?.head.invoiceRecipientId !== organizationId) throw new Refused('not_found')
  refuseUndone([found])
  const userIds = found.rows.map(({ userId }) => userId)
  const protectedIds = new Set(await listProtectedIds(ctx.db, userIds))
  const rows = found.rows.map((row) => ({ ...row, userName: protectedIds.has(row.userId) ? masked : row.userName }))
  return exportInvoices(ctx, [{ ...found, rows }], `${toFileStem(found.head)}.xlsx`)
}

/**
 * Returns the invoices of a batch that are not undone as one download of the kind, and records that the caller has
 * fetched it. The export gets an audit entry. Excel and Peppol also record the reads of minors and protected
 * identities. `knownDownloads` is the number of times that the caller knows the file to have been fetched as this kind.
 * Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such batch.
 * @throws Refused('invoice_undone') when all of its invoices are undone.
 * @throws Refused('invoice_batch_fetched') when somebody else has fetched the file since, or does so at the same time.
 * @throws Refused('too_large') when the invoices have more than 20,000 rows together.
 * @throws Refused with the codes of `createPeppolFile`.
 */
export async function downloadBatch(
  ctx: Ctx,
  id: string,
  kind: BatchFileKind,
  knownDownloads: number,
): Promise<Response> {
  const batch = await getBatch(ctx.db, id)
  if (batch.invoiceCount === 0) throw new Refused('invoice_undone')
  if (batch.downloads.filter((one) => one.kind === kind).length !== knownDownloads)
    throw new Refused('invoice_batch_fetched')
  const ids = await listStandingIds(ctx.db, id)
  await refuseTooLarge(ctx, ids)
  const fileName = `${formatBatchFileStem(batch)}.${toFileExtension(kind, ids.length)}`
  return exportInvoices(ctx, await findInvoices(ctx.db, ids), fileName, [
    insertBatchEvent(ctx, id, kind, knownDownloads + 1),
  ])
}
