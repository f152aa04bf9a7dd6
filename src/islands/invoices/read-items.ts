import type { InvoiceItem, InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { maxInvoiceRows } from '#api/money/invoices/rules.ts'
import { api } from '../client/api.ts'

export interface InvoicingPeriod {
  /**
   * First day, `yyyy-MM-dd`, of sign-up or, with `filteringOnOnlyCompleted`, of completion. The last day is included.
   */
  startDate: string
  endDate: string
  /** Whether only completed results are read. */
  filteringOnOnlyCompleted: boolean
  /** Whether fees that are due after a late cancellation are read too. */
  withCanceled: boolean
  /** Words of a club or an occasion. */
  search: string
}

const pageSize = 200

/** Highest number of recipients that one call takes. */
const maxRecipients = 200

async function readItemsOf(period: InvoicingPeriod, invoiceRecipientIds: number[]): Promise<InvoiceItem[]> {
  const items: InvoiceItem[] = []
  for (let page = 1; items.length <= maxInvoiceRows; page += 1) {
    const query = { ...period, invoiceRecipientIds, page, pageSize }
    const found = await api('GET /Invoices/ItemsForInvoicing', { query })
    items.push(...found)
    if (found.length < pageSize) break
  }
  return items
}

/**
 * Reads all rows that the filter `period` selects for the recipients, page by page, and for 200 recipients at a time:
 * by group of recipients, then in the order of the server. It stops reading a group after the page that exceeds
 * `maxInvoiceRows`, since no more can be invoiced. Rejects when a call fails.
 */
export async function readItems(period: InvoicingPeriod, recipientIds: readonly number[]): Promise<InvoiceItem[]> {
  const items: InvoiceItem[] = []
  for (let at = 0; at < recipientIds.length; at += maxRecipients)
    items.push(...(await readItemsOf(period, recipientIds.slice(at, at + maxRecipients))))
  return items
}

/** Reads all recipients that the filter selects, 200 to a page, in the order of the list. Rejects when a call fails. */
export async function readRecipients(period: InvoicingPeriod): Promise<InvoiceRecipient[]> {
  const recipients: InvoiceRecipient[] = []
  for (let page = 1; ; page += 1) {
    const { items, total } = await api('GET /Invoices/Recipients', { query: { ...period, page, pageSize } })
    recipients.push(...items)
    if (items.length === 0 || recipients.length >= total) return recipients
  }
}
