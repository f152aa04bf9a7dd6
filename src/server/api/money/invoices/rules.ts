import { addMonths } from '#api/days.ts'

/** Exported 0, Undone 1. */
export const invoiceStatuses = { exported: 0, undone: 1 } as const
export type InvoiceStatus = (typeof invoiceStatuses)[keyof typeof invoiceStatuses]

/**
 * Kinds of the files that a batch of invoices is fetched as: SIE 4 (`si`), Excel (`xlsx`) and Peppol (`xml`). The
 * kind is also the extension, but `zip` for several invoices of Peppol: see `toFileExtension`.
 */
export const batchFileKinds = ['si', 'xlsx', 'xml'] as const
export type BatchFileKind = (typeof batchFileKinds)[number]

/** `booked` is the mark that a batch has been entered in the accounts. */
export type BatchEventKind = BatchFileKind | 'booked'

/** The VAT rates in Sweden, in per cent. */
export const vatRates = [0, 6, 12, 25] as const
export type VatRate = (typeof vatRates)[number]

const isVatRate = (rate: number): rate is VatRate => vatRates.some((vatRate) => vatRate === rate)

/** The orders of the recipients with due rows, each with its usual direction. */
export const recipientOrders = { recipient: 'ascending', rows: 'descending', amount: 'descending' } as const

/** The orders of the batches of invoices, each with its usual direction. */
export const batchOrders = {
  created: 'descending',
  batch: 'ascending',
  invoices: 'descending',
  total: 'descending',
} as const

/** Highest number of rows in one export. */
export const maxInvoiceRows = 5000

/** Converts kronor with at most two decimals to öre. */
export const toMinor = (kronor: number): number => Math.round(kronor * 100)

const defaultPaymentDays = 30
const maxPaymentDays = 365

/**
 * Reads the days from an invoice to its due date, 30 without a setting. Null for one that is no whole number from 0 to
 * 365.
 */
export function readPaymentDays(setting: string | undefined): number | null {
  const days = Number(setting || defaultPaymentDays)
  return Number.isInteger(days) && days >= 0 && days <= maxPaymentDays ? days : null
}

interface PricedRow {
  amountMinor: number
  vatMinor: number
}

/**
 * Sums the rows of an invoice, in öre; amounts include VAT. It adds the rounded VAT of each row, so that the total
 * equals the sum of the listed rows.
 */
export const sumInvoiceRows = (rows: readonly PricedRow[]) => ({
  rowCount: rows.length,
  totalMinor: rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  vatTotalMinor: rows.reduce((sum, { vatMinor }) => sum + vatMinor, 0),
})

/** Groups rows by recipient, in the order in which the recipients first occur. */
export function groupByRecipient<Row extends { invoiceRecipientId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.invoiceRecipientId)
    if (group) group.push(row)
    else groups.set(row.invoiceRecipientId, [row])
  }
  return groups
}

interface InvoiceCandidate {
  canceled: boolean
  /** Cancelled too late to be free: the fee is due all the same. */
  canceledDue: boolean
  /** Null when no card payment has paid it. */
  paymentId: string | null
  invoiceRecipientId: number | null
  feeMinor: number
  isInvoiced: boolean
  /** In whole per cent. */
  vatRate: number
}

/**
 * Returns the code by which a result may not be on an invoice of this recipient; null when it may. `item` is undefined
 * for a result that does not exist.
 *
 * `invoice_items_changed`: the result is gone, cancelled in time, paid by card, free, or of another recipient.
 * `already_invoiced`: a row of an invoice that stands has it. `vat_rate_unknown`: its rate is none of 0, 6, 12 and 25
 * per cent.
 */
export function findItemRefusal(
  item: InvoiceCandidate | undefined,
  invoiceRecipientId: number,
): 'invoice_items_changed' | 'already_invoiced' | 'vat_rate_unknown' | null {
  if (!item || (item.canceled && !item.canceledDue) || item.paymentId !== null || item.feeMinor <= 0)
    return 'invoice_items_changed'
  if (item.invoiceRecipientId !== invoiceRecipientId) return 'invoice_items_changed'
  if (item.isInvoiced) return 'already_invoiced'
  return isVatRate(item.vatRate) ? null : 'vat_rate_unknown'
}

interface CreditCandidate {
  head: { status: InvoiceStatus; creditedHeadId: number | null }
  rows: readonly { id: number; live: boolean }[]
}

/**
 * Returns the ids of the rows that a credit invoice gets, in the order of `rows`: the chosen ones, or all that are not
 * credited (`live`).
 *
 * Returns a code instead: `invoice_is_credit` for a credit invoice, `invoice_undone` for an undone one, `not_found`
 * when a chosen row is of another invoice, and `invoice_credited` when a chosen row, or every row, is credited already.
 * Without `rowIds` all are meant; an empty list is refused with `invoice_credited`.
 */
export function findRowsToCredit(
  { head, rows }: CreditCandidate,
  rowIds?: readonly number[],
): number[] | 'not_found' | 'invoice_is_credit' | 'invoice_undone' | 'invoice_credited' {
  if (head.creditedHeadId !== null) return 'invoice_is_credit'
  if (head.status === invoiceStatuses.undone) return 'invoice_undone'
  const chosen = rowIds ? rows.filter(({ id }) => rowIds.includes(id)) : rows.filter(({ live }) => live)
  if (rowIds && chosen.length < new Set(rowIds).size) return 'not_found'
  if (chosen.length === 0 || chosen.some(({ live }) => !live)) return 'invoice_credited'
  return chosen.map(({ id }) => id)
}

interface FileNameParts {
  number: number
  startsOn: string
  endsOn: string
}

/**
 * Returns the name of an invoice's file without its extension, of its number and the first and last day of its period:
 * `fakturaunderlag_1001_2026-10-01_2026-10-31`.
 */
export const formatFileStem = ({ number, startsOn, endsOn }: FileNameParts) =>
  `fakturaunderlag_${number}_${startsOn}_${endsOn}`

/**
 * Returns the same day a year before `endDate`: the first day of the period that is shown when none is chosen. For 29
 * February it is 1 March. Both are `yyyy-MM-dd`.
 */
export const firstDueDay = (endDate: string): string => addMonths(endDate, -12)

/**
 * Returns the name of the file of a whole batch without its extension, of its lowest and highest invoice number:
 * `fakturaunderlag_1001-1116`.
 */
export const formatBatchFileStem = ({ firstNumber, lastNumber }: { firstNumber: number; lastNumber: number }) =>
  `fakturaunderlag_${firstNumber}-${lastNumber}`

/**
 * Returns the extension of a file with so many invoices: the kind itself, but `zip` for several of Peppol, which has a
 * document for each.
 */
export const toFileExtension = (kind: BatchFileKind, invoiceCount: number): BatchFileKind | 'zip' =>
  kind === 'xml' && invoiceCount > 1 ? 'zip' : kind
