import { sql } from 'drizzle-orm'

/** Results that are on an invoice which is not undone: `result_id`. */
export const invoicedResults = sql`(select result_id from invoice_rows where live = 1)`

/** Invoices by recipient, undone ones (`status` 1) too: `id`, `invoice_recipient_id`, `status`, `created_at`. */
export const invoicesToOrganizations = sql`(select id, invoice_recipient_id, status, created_at from invoice_heads)`
