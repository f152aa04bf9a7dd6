import { serve } from '#api/serve.ts'
import { creditInvoice } from '../credit-invoice.ts'
import { invoiceCredits } from './contract.ts'

export const routes = serve(invoiceCredits, {
  'POST /Invoices/:id/Credit': ({ params, body }, ctx) => creditInvoice(ctx, params.id, body),
})
