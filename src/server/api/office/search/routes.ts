import { serve } from '#api/serve.ts'
import { search } from './contract.ts'
import { find } from './find.ts'

export const routes = serve(search, {
  'GET /search': ({ query }, ctx) => find(ctx, query.q, query.limit),
})
