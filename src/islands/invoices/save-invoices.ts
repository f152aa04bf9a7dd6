import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'

export type FileKind = 'xlsx' | 'si'

/** Returns the file name: an invoice's own name, or the first and last number of several. */
export function invoiceFileName(heads: readonly Pick<InvoiceHead, 'fileName' | 'number'>[], kind: FileKind): string {
  const numbers = heads.map(({ number }) => number)
  const [only] = heads.length === 1 ? heads : []
  if (only) return only.fileName.replace(/\.\w+$/, `.${kind}`)
  return `fakturaunderlag_${Math.min(...numbers)}-${Math.max(...numbers)}.${kind}`
}

export async function saveInvoices(heads: readonly InvoiceHead[], kind: FileKind): Promise<void> {
  const fileName = invoiceFileName(heads, kind)
  const query = { invoiceHead: heads.map(({ id }) => id), fileName }
  await saveResponse(await api('GET /Invoices/Download', { query }), fileName)
}
