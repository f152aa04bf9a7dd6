import type { Payment } from './contract.ts'
import type { PaymentRow } from './rules.ts'
import type { PaymentWithSums } from './storage.ts'

/**
 * Converts the stored rows of a receipt to those of a reply: amounts in öre become kronor, and the order stays. VAT
 * rates are in percent.
 */
export const toPaymentRows = (rows: readonly PaymentRow[]): Payment['rows'] =>
  rows.map(({ text, amountMinor, vatRate }) => ({ text, amount: amountMinor / 100, vatRate }))

/** Converts a stored payment with its sums to the reply's, in kronor. `toRefund` is due and not refunded yet. */
export const toPayment = ({ payment, resultIds, toRefundMinor, refundedMinor }: PaymentWithSums): Payment => ({
  id: payment.id,
  userId: payment.userId,
  status: payment.status,
  amount: payment.amountMinor / 100,
  vatAmount: payment.vatMinor / 100,
  currency: payment.currency,
  method: payment.method,
  instrument: payment.instrument,
  provider: payment.provider,
  rows: toPaymentRows(payment.rows),
  receiptNumber: payment.receiptNumber,
  resultIds: JSON.parse(resultIds) as number[],
  created: payment.createdAt,
  paidDate: payment.paidAt,
  expires: payment.expiresAt,
  toRefund: toRefundMinor / 100,
  refunded: refundedMinor / 100,
})
