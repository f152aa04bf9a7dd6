import { serve } from '#api/serve.ts'
import { search } from './contract.ts'
import { searchAll } from './search-all.ts'

export const routes = serve(search, {
  'GET /search': ({ query }, ctx) => searchAll(ctx, query.q, query),
})
