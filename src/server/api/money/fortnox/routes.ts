import { serve } from '#api/serve.ts'
import { countBatches } from './batch-storage.ts'
import { completeConnection, disconnect, readStatus, startConnection } from './connect.ts'
import { fortnoxCalls } from './contract.ts'
import { readFortnoxBatch, sendBatch } from './send-batch.ts'

export const routes = serve(fortnoxCalls, {
  'GET /Fortnox': (_input, ctx) => readStatus(ctx),
  'POST /Fortnox/connect': async ({ body }, ctx) => ({ url: await startConnection(ctx, body.seen) }),
  'POST /Fortnox/complete': ({ body }, ctx) => completeConnection(ctx, body.search),
  'DELETE /Fortnox': async (_input, ctx) => {
    await disconnect(ctx)
    return undefined
  },
  'GET /Fortnox/Batches': ({ query }, { db }) => countBatches(db, query.ids),
  'GET /Fortnox/Batches/:id': ({ params }, ctx) => readFortnoxBatch(ctx, params.id),
  'POST /Fortnox/Batches/:id': ({ params }, ctx) => sendBatch(ctx, params.id),
})
