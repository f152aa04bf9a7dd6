/** Exported 0, Undone 1. */
export const invoiceStatuses = { exported: 0, undone: 1 } as const
export type InvoiceStatus = (typeof invoiceStatuses)[keyof typeof invoiceStatuses]

/** The rates that there are in Sweden, in per cent. */
export const vatRates = [0, 6, 12, 25] as const
export type VatRate = (typeof vatRates)[number]

const isVatRate = (rate: number): rate is VatRate => vatRates.some((known) => known === rate)

/** As many rows as one press makes invoices of. */
export const mostRows = 5000

/** Öre of kronor that have two decimals at most. */
export const minorOf = (kronor: number): number => Math.round(kronor * 100)

interface Priced {
  amountMinor: number
  vatMinor: number
}

/** Sums are of rounded rows, so that what stands beneath a list is what adds up above it. */
export const sumsOf = (rows: readonly Priced[]) => ({
  rowCount: rows.length,
  totalMinor: rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  vatTotalMinor: rows.reduce((sum, { vatMinor }) => sum + vatMinor, 0),
})

/** By recipient, in the order in which each is first met. */
export function byRecipient<Row extends { invoiceRecipientId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.invoiceRecipientId)
    if (group) group.push(row)
    else groups.set(row.invoiceRecipientId, [row])
  }
  return groups
}

interface Due {
  canceled: boolean
  /** Called off, and due all the same. */
  canceledDue: boolean
  paymentId: string | null
  invoiceRecipientId: number | null
  feeMinor: number
  isInvoiced: boolean
  vatRate: number
}

/** Why a result is not put on an invoice of this recipient, or null. */
export function refuseItem(
  item: Due | undefined,
  invoiceRecipientId: number,
): 'invoice_items_changed' | 'already_invoiced' | 'vat_rate_unknown' | null {
  if (!item || (item.canceled && !item.canceledDue) || item.paymentId !== null || item.feeMinor <= 0)
    return 'invoice_items_changed'
  if (item.invoiceRecipientId !== invoiceRecipientId) return 'invoice_items_changed'
  if (item.isInvoiced) return 'already_invoiced'
  return isVatRate(item.vatRate) ? null : 'vat_rate_unknown'
}

interface Named {
  number: number
  startsOn: string
  endsOn: string
}

/** `fakturaunderlag_1001_2026-10-01_2026-10-31`, before the ending that says what kind of file it is. */
export const fileStem = ({ number, startsOn, endsOn }: Named) => `fakturaunderlag_${number}_${startsOn}_${endsOn}`
