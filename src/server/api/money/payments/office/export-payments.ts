import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import {
  dayCell as day,
  kronorCell as kronor,
  type TableCell,
  textCell as text,
  toTableFileResponse,
} from '#api/foundation/files/table-file.ts'
import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { ExportedPayments } from './contract.ts'
import { listPaymentsToExport, type PaymentWithPayer } from './storage.ts'

const columns = [
  ...['receipt', 'paid', 'begun', 'payer', 'what', 'status', 'amount', 'vat', 'refunded', 'toRefund', 'left'],
  ...['method', 'fee', 'provider', 'reference', 'transaction', 'id'],
] as const

function toCells({ payment, payerName, refundedMinor, toRefundMinor }: PaymentWithPayer, t: Translate): TableCell[] {
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
    text(payment.instrument && t(`instrument.${payment.instrument}`)),
    payment.providerFeeMinor === null ? text(null) : kronor(payment.providerFeeMinor),
    text(t(`details.provider.${payment.provider}`)),
    text(payment.providerReference),
    text(payment.providerTransaction),
    text(payment.id),
  ]
}

/**
 * Returns the card payments that a filter selects as an Excel or CSV download in the caller's language, in the order of
 * `listPaymentsToExport`. When there are `ids`, the file has only those of them. Records the export and its filter in
 * the audit log, and the reads of minors and protected identities among payers. Access is not checked here.
 *
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportPayments(ctx: Ctx, filter: ExportedPayments, kind: TableFileKind): Promise<Response> {
  const rows = await listPaymentsToExport(ctx.db, filter, maxExportedRows)
  if (rows.length > maxExportedRows) throw new Refused('too_large')
  const t = translator(ctx.language, 'payments')
  await recordReadsOfListById(
    ctx,
    rows.map(({ payment }) => payment.userId),
  )
  const fileName = `${['betalningar', filter.startDate, filter.endDate].filter(Boolean).join('_')}.${kind}`
  const { status, ids, ...others } = filter
  const chosen = ids.length > 0 ? { ids } : {}
  const recorded = { ...others, ...chosen, status: status === undefined ? null : t(`status.${status}`) }
  await ctx.db.commit([
    recordAudit(
      ctx,
      'payment.exported',
      { type: 'payments', id: 'list' },
      { filter: recorded, total: rows.length, fileName },
    ),
  ])
  return toTableFileResponse({
    fileName,
    kind,
    title: t('office.title'),
    columns: columns.map((name) => ({
      header: t(`column.${name}`),
      width: ['payer', 'what', 'reference', 'transaction', 'id'].includes(name) ? 34 : 14,
    })),
    rows: rows.map((row) => toCells(row, t)),
  })
}
