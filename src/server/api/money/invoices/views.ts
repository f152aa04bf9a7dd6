import { sql } from 'drizzle-orm'

/** Results that are on an invoice which is not undone: `result_id`. */
export const invoicedResults = sql`(select result_id from invoice_rows where live = 1)`
