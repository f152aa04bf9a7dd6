import writeExcelFile from 'write-excel-file/universal'
import { dayIn } from '#api/zone.ts'
import type { Translate } from '#locales/translate.ts'
import type { FoundInvoice } from './storage.ts'

const columns = [
  ...['recipient', 'orgNr', 'address', 'postalNumber', 'city', 'email', 'person', 'education', 'part'],
  ...['occasion', 'signedUp', 'completed', 'net', 'vat', 'sum', 'vatRate', 'number'],
] as const

const wide = new Set(['recipient', 'address', 'email', 'person', 'education', 'part'])

/** Text is text and never a formula, whatever somebody has named themselves. */
const text = (value: string | null | undefined) => ({ type: String, value: value ?? '' })
/** A cell holds kronor; öre become them here and nowhere before. */
const kronor = (minor: number) => ({ type: Number, value: minor / 100, format: '#,##0.00' })
const number = (value: number) => ({ type: Number, value })
/** The day in the portal's zone, as a date that Excel reckons with. */
const day = (moment: Date | null) =>
  moment ? { type: Date, value: new Date(`${dayIn(moment)}T00:00:00Z`), format: 'yyyy-mm-dd' } : null

/** What was called off says so where the part is named: the columns are the accounts' own. */
function partOf(row: FoundInvoice['rows'][number], t: Translate): string | null {
  const { partTitle, canceledAt, creditAt, attended } = row
  const at = creditAt ?? canceledAt
  if (!at) return partTitle
  const why = t(`sheet.${creditAt ? 'credit' : attended ? 'failed' : 'canceled'}`, { date: dayIn(at) })
  return partTitle ? `${partTitle}, ${why}` : why
}

const linesOf = ({ head, rows }: FoundInvoice, t: Translate) =>
  rows.map((row) => [
    text(head.recipientName),
    text(head.recipientOrgNr),
    text([head.recipientAddress?.addressLine1, head.recipientAddress?.addressLine2].filter(Boolean).join(', ')),
    text(head.recipientAddress?.postalNumber),
    text(head.recipientAddress?.city),
    text(head.recipientEmail),
    text(row.userName),
    text(row.educationTitle),
    text(partOf(row, t)),
    day(row.occasionAt),
    day(row.signedUpAt),
    day(row.completedAt),
    kronor(row.amountMinor - row.vatMinor),
    kronor(row.vatMinor),
    kronor(row.amountMinor),
    number(row.vatRate),
    number(head.number),
  ])

/** The rows of invoices as an Excel file, with a head that stays in sight. */
export async function invoiceSheet(invoices: readonly FoundInvoice[], t: Translate): Promise<Blob> {
  const heads = columns.map((name) => ({ ...text(t(`column.${name}`)), fontWeight: 'bold' as const }))
  const widths = columns.map((name) => ({ width: wide.has(name) ? 30 : 14 }))
  const sheet = [heads, ...invoices.flatMap((invoice) => linesOf(invoice, t))]
  return writeExcelFile(sheet, { columns: widths, stickyRowsCount: 1, sheet: t('sheet') }).toBlob()
}
