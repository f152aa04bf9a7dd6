import type { InvoiceItem } from '#api/money/invoices/contract.ts'
import { maxInvoiceRows } from '#api/money/invoices/rules.ts'
import { api } from '../client/api.ts'

export interface InvoicingPeriod {
  startDate: string
  endDate: string
  filteringOnOnlyCompleted: boolean
  withCanceled: boolean
}

const pageSize = 200

/** Reads all rows to be invoiced for the recipients, page by page. */
export async function readItems(
  period: InvoicingPeriod,
  invoiceRecipientIds: readonly number[],
): Promise<InvoiceItem[]> {
  const items: InvoiceItem[] = []
  for (let page = 1; items.length <= maxInvoiceRows; page += 1) {
    const query = { ...period, invoiceRecipientIds: [...invoiceRecipientIds], page, pageSize }
    const found = await api('GET /Invoices/ItemsForInvoicing', { query })
    items.push(...found)
    if (found.length < pageSize) break
  }
  return items
}
