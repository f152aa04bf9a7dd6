/** Reasons for which an invoice or its file is refused, with the HTTP status of the answer. Permanent once shipped. */
export const invoiceRefusals = {
  already_invoiced: 409,
  fortnox_changed: 409,
  fortnox_not_connected: 409,
  fortnox_refused: 409,
  fortnox_unavailable: 503,
  invoice_batch_fetched: 409,
  invoice_booked: 409,
  invoice_credited: 409,
  invoice_fixed: 409,
  invoice_in_fortnox: 409,
  invoice_is_credit: 409,
  invoice_items_changed: 409,
  invoice_payment_days: 409,
  invoice_undone: 409,
  peppol_incomplete: 409,
  vat_rate_unknown: 409,
} as const
