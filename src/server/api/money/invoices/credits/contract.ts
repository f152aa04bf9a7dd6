import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id } from '#api/wire.ts'
import { InvoiceHead } from '../contract.ts'
import { maxInvoiceRows } from '../rules.ts'

export const CreditInvoice = z.object({
  /** The rows to credit; absent: all that are on no credit invoice. */
  rowIds: z.array(id).min(1).max(maxInvoiceRows).optional(),
  reason: z.string().trim().min(1).max(200),
})
export type CreditInvoice = z.infer<typeof CreditInvoice>

export const invoiceCredits = contract({
  'POST /Invoices/:id/Credit': {
    who: 'superadministrators',
    body: CreditInvoice,
    reply: InvoiceHead,
    repeatable: true,
    summary: 'Credits an invoice, or some of its rows, by a credit invoice in a batch of its own.',
  },
})
