import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { type BatchFileKind, formatBatchFileStem, toFileExtension } from '#api/money/invoices/rules.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'

export type FileKind = BatchFileKind

/**
 * Returns the download name of at least one invoice: its own name with the ending of `kind`, or
 * `fakturaunderlag_<lowest number>-<highest number>` for several, with `zip` where the kind has a file for each.
 */
export function invoiceFileName(heads: readonly Pick<InvoiceHead, 'fileName' | 'number'>[], kind: FileKind): string {
  const numbers = heads.map(({ number }) => number)
  const [only] = heads.length === 1 ? heads : []
  if (only) return only.fileName.replace(/\.\w+$/, `.${kind}`)
  return `fakturaunderlag_${Math.min(...numbers)}-${Math.max(...numbers)}.${toFileExtension(kind, heads.length)}`
}

/**
 * Downloads the invoices, at least one, and saves them as one file of this kind, an archive where the kind has one for
 * each. Rejects when the call fails or the file is empty.
 */
export async function saveInvoices(heads: readonly InvoiceHead[], kind: FileKind): Promise<void> {
  const fileName = invoiceFileName(heads, kind)
  const query = { invoiceHead: heads.map(({ id }) => id), fileName }
  await saveResponse(await api('GET /Invoices/Download', { query }), fileName)
}

/** Counts how often this kind of file of a batch has been fetched. */
export const countDownloads = ({ downloads }: InvoiceBatch, kind: FileKind): number =>
  downloads.filter((one) => one.kind === kind).length

/**
 * Saves the file of a batch. The server records that it was fetched, and refuses with `invoice_batch_fetched` when that
 * was more often than the page shows. Rejects when the call fails or the file is empty.
 */
export async function saveBatch(batch: InvoiceBatch, kind: FileKind): Promise<void> {
  const body = { kind, known: countDownloads(batch, kind) }
  const response = await api('POST /Invoices/Batches/:id/File', { params: { id: batch.id }, body })
  await saveResponse(response, `${formatBatchFileStem(batch)}.${toFileExtension(kind, batch.invoiceCount)}`)
}
