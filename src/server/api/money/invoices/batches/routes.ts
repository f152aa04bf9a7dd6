import { serve } from '#api/serve.ts'
import { getBatch, listBatches } from '../batches-storage.ts'
import { setBooked } from '../book-batch.ts'
import { createInvoiceBatch } from '../create-invoices.ts'
import { downloadBatch } from '../download.ts'
import { invoiceBatches } from './contract.ts'

export const routes = serve(invoiceBatches, {
  'POST /Invoices/Batches': ({ body }, ctx) => createInvoiceBatch(ctx, body),
  'GET /Invoices/Batches': ({ query }, { db }) => listBatches(db, query),
  'GET /Invoices/Batches/:id': ({ params }, { db }) => getBatch(db, params.id),
  'POST /Invoices/Batches/:id/File': ({ params, body }, ctx) => downloadBatch(ctx, params.id, body.kind, body.known),
  'PUT /Invoices/Batches/:id/Booked': ({ params, body }, ctx) => setBooked(ctx, params.id, body.booked),
})
