import writeExcelFile from 'write-excel-file/universal'
import { toPortalDay } from '#api/zone.ts'
import type { Translate } from '#locales/translate.ts'
import type { InvoiceWithRows } from './storage.ts'

const columns = [
  ...['recipient', 'orgNr', 'address', 'postalNumber', 'city', 'email', 'person', 'education', 'part'],
  ...['occasion', 'signedUp', 'completed', 'net', 'vat', 'sum', 'vatRate', 'number'],
] as const

const wideColumns = new Set(['recipient', 'address', 'email', 'person', 'education', 'part'])

/** A text cell: its value is never a formula, also when a user's name begins like one. */
const textCell = (value: string | null | undefined) => ({ type: String, value: value ?? '' })
/** A cell with kronor, converted from öre. */
const kronorCell = (minor: number) => ({ type: Number, value: minor / 100, format: '#,##0.00' })
const numberCell = (value: number) => ({ type: Number, value })
/** A date cell with the day in the portal's time zone. */
const dayCell = (moment: Date | null) =>
  moment ? { type: Date, value: new Date(`${toPortalDay(moment)}T00:00:00Z`), format: 'yyyy-mm-dd' } : null

/** Returns why the row was cancelled, which invoice it credits, or which one has credited it; null for neither. */
function toRemark(row: InvoiceWithRows['rows'][number], creditedNumber: number | null, t: Translate): string | null {
  const { canceledAt, creditAt, creditNumber, attended } = row
  if (creditedNumber !== null) return t('sheet.creditOf', { number: creditedNumber })
  if (creditNumber !== null) return t('sheet.credited', { number: creditNumber })
  const at = creditAt ?? canceledAt
  return at && t(`sheet.${creditAt ? 'credit' : attended ? 'failed' : 'canceled'}`, { date: toPortalDay(at) })
}

const toSheetRows = ({ head, rows, creditedNumber }: InvoiceWithRows, t: Translate) =>
  rows.map((row) => [
    textCell(head.recipientName),
    textCell(head.recipientOrgNr),
    textCell([head.recipientAddress?.addressLine1, head.recipientAddress?.addressLine2].filter(Boolean).join(', ')),
    textCell(head.recipientAddress?.postalNumber),
    textCell(head.recipientAddress?.city),
    textCell(head.recipientEmail),
    textCell(row.userName),
    textCell(row.educationTitle),
    // The columns are fixed by the accounting format.
    textCell([row.partTitle, toRemark(row, creditedNumber, t)].filter(Boolean).join(', ')),
    dayCell(row.occasionAt),
    dayCell(row.signedUpAt),
    dayCell(row.completedAt),
    kronorCell(row.amountMinor - row.vatMinor),
    kronorCell(row.vatMinor),
    kronorCell(row.amountMinor),
    numberCell(row.vatRate),
    numberCell(head.number),
  ])

/**
 * Returns invoices as an Excel file, a row for each invoiced item in the order given, under a sticky header row.
 * Headers and remarks are in the language of `t`. Amounts are in kronor, days in the portal's zone; credits and
 * cancellations are noted beside the part.
 */
export async function createInvoiceSheet(invoices: readonly InvoiceWithRows[], t: Translate): Promise<Blob> {
  const heads = columns.map((name) => ({ ...textCell(t(`column.${name}`)), fontWeight: 'bold' as const }))
  const widths = columns.map((name) => ({ width: wideColumns.has(name) ? 30 : 14 }))
  const sheet = [heads, ...invoices.flatMap((invoice) => toSheetRows(invoice, t))]
  return writeExcelFile(sheet, { columns: widths, stickyRowsCount: 1, sheet: t('sheet') }).toBlob()
}
