import writeExcelFile from 'write-excel-file/universal'
import type { Ctx } from '#api/context.ts'
import { byteOrderMark, csvLine } from '#api/foundation/audit/rules.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { contentDisposition } from '#api/foundation/files/rules.ts'
import { recordProtectedReadsById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { PaymentFileKind, PaymentFilter } from './contract.ts'
import { listPaymentsToExport, type PaymentWithPayer } from './storage.ts'

/** Highest number of rows in a file, which is built in memory. */
const maxRows = 20_000

const types: Record<PaymentFileKind, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

const columns = [
  ...['receipt', 'paid', 'begun', 'payer', 'what', 'status', 'amount', 'vat', 'refunded', 'toRefund', 'left'],
  ...['provider', 'reference', 'id'],
] as const

type Cell = { kind: 'text'; value: string } | { kind: 'day'; value: Date | null } | { kind: 'kronor'; minor: number }

const text = (value: string | number | null): Cell => ({ kind: 'text', value: String(value ?? '') })
const day = (value: Date | null): Cell => ({ kind: 'day', value })
const kronor = (minor: number): Cell => ({ kind: 'kronor', minor })

function toCells({ payment, payerName, refundedMinor, toRefundMinor }: PaymentWithPayer, t: Translate): Cell[] {
  const paidMinor = payment.paidAt === null ? 0 : payment.amountMinor
  return [
    text(payment.receiptNumber),
    day(payment.paidAt),
    day(payment.createdAt),
    text(payerName),
    text(payment.rows.map((row) => row.text).join(', ')),
    text(t(`status.${payment.status}`)),
    kronor(payment.amountMinor),
    kronor(payment.paidAt === null ? 0 : payment.vatMinor),
    kronor(refundedMinor),
    kronor(toRefundMinor),
    kronor(paidMinor - refundedMinor),
    text(t(`details.provider.${payment.provider}`)),
    text(payment.providerReference),
    text(payment.id),
  ]
}

/** Converts a cell to that of a sheet. A text is never a formula, also when a person's name begins like one. */
function toSheetCell(cell: Cell) {
  if (cell.kind === 'kronor') return { type: Number, value: cell.minor / 100, format: '#,##0.00' }
  if (cell.kind === 'text') return { type: String, value: cell.value }
  if (!cell.value) return null
  return { type: Date, value: new Date(`${toPortalDay(cell.value)}T00:00:00Z`), format: 'yyyy-mm-dd' }
}

function toCsvText(cell: Cell): string {
  if (cell.kind === 'kronor') return (cell.minor / 100).toFixed(2).replace('.', ',')
  if (cell.kind === 'text') return cell.value
  return cell.value ? toPortalDay(cell.value) : ''
}

function formatFile(rows: readonly Cell[][], kind: PaymentFileKind, t: Translate): Promise<Blob> | string {
  const heads = columns.map((name) => t(`column.${name}`))
  if (kind === 'csv') return [byteOrderMark, csvLine(heads), ...rows.map((row) => csvLine(row.map(toCsvText)))].join('')
  const boldHeads = heads.map((value) => ({ type: String, value, fontWeight: 'bold' as const }))
  const widths = columns.map((name) => ({ width: ['payer', 'what', 'reference', 'id'].includes(name) ? 34 : 14 }))
  const sheet = [boldHeads, ...rows.map((row) => row.map(toSheetCell))]
  return writeExcelFile(sheet, { columns: widths, stickyRowsCount: 1, sheet: t('office.title') }).toBlob()
}

/**
 * Returns the payments that a filter selects as an Excel or CSV file, in the order of `listPaymentsToExport`. Records
 * the export and the reading of protected identities. Access is not checked here.
 *
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportPayments(ctx: Ctx, filter: PaymentFilter, kind: PaymentFileKind): Promise<Response> {
  const rows = await listPaymentsToExport(ctx.db, filter, maxRows)
  if (rows.length > maxRows) throw new Refused('too_large')
  const t = translator(ctx.language, 'payments')
  const file = await formatFile(
    rows.map((row) => toCells(row, t)),
    kind,
    t,
  )
  await recordProtectedReadsById(
    ctx,
    rows.map(({ payment }) => payment.userId),
  )
  const fileName = `${['kortbetalningar', filter.startDate, filter.endDate].filter(Boolean).join('_')}.${kind}`
  const { status, ...others } = filter
  const recorded = { ...others, status: status === undefined ? null : t(`status.${status}`) }
  await ctx.db.commit([
    recordAudit(
      ctx,
      'payment.exported',
      { type: 'payments', id: 'list' },
      { filter: recorded, total: rows.length, fileName },
    ),
  ])
  return new Response(file, {
    headers: {
      'content-type': types[kind],
      'content-disposition': contentDisposition(fileName, false),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}
