import type { InvoiceItem } from '#api/money/invoices/contract.ts'
import { mostRows } from '#api/money/invoices/rules.ts'
import { api } from '../client/api.ts'

export interface Period {
  startDate: string
  endDate: string
  filteringOnOnlyCompleted: boolean
  withCanceled: boolean
}

const pageSize = 200

/** All that waits for these recipients, page after page. */
export async function readItems(period: Period, invoiceRecipientIds: readonly number[]): Promise<InvoiceItem[]> {
  const items: InvoiceItem[] = []
  for (let page = 1; items.length <= mostRows; page += 1) {
    const query = { ...period, invoiceRecipientIds: [...invoiceRecipientIds], page, pageSize }
    const found = await api('GET /Invoices/ItemsForInvoicing', { query })
    items.push(...found)
    if (found.length < pageSize) break
  }
  return items
}
