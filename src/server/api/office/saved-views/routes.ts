import { serve } from '#api/serve.ts'
import { savedViewCalls } from './contract.ts'
import { listSavedViews, removeView, saveView } from './save-view.ts'

export const routes = serve(savedViewCalls, {
  'GET /SavedViews': ({ query }, ctx) => listSavedViews(ctx, query.list),
  'POST /SavedViews': ({ body }, ctx) => saveView(ctx, body),
  'DELETE /SavedViews/:id': ({ params }, ctx) => removeView(ctx, params.id),
})
