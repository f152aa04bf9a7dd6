import type { Payment } from './contract.ts'
import type { PaymentRow } from './rules.ts'
import type { ShownPayment } from './storage.ts'

/** Converts stored rows of a receipt to the reply's, in kronor. */
export const rowsFrom = (rows: readonly PaymentRow[]): Payment['rows'] =>
  rows.map(({ text, amountMinor, vatRate }) => ({ text, amount: amountMinor / 100, vatRate }))

/** Converts a stored payment with its sums to the reply's, in kronor. */
export const paymentFrom = ({ payment, resultIds, toRefundMinor, refundedMinor }: ShownPayment): Payment => ({
  id: payment.id,
  userId: payment.userId,
  status: payment.status,
  amount: payment.amountMinor / 100,
  vatAmount: payment.vatMinor / 100,
  currency: payment.currency,
  method: payment.method,
  provider: payment.provider,
  rows: rowsFrom(payment.rows),
  receiptNumber: payment.receiptNumber,
  resultIds: JSON.parse(resultIds) as number[],
  created: payment.createdAt,
  paidDate: payment.paidAt,
  expires: payment.expiresAt,
  toRefund: toRefundMinor / 100,
  refunded: refundedMinor / 100,
})
