import { serve } from '#api/serve.ts'
import { mailingTextCalls } from './contract.ts'
import { listTexts } from './list-texts.ts'

export const routes = serve(mailingTextCalls, {
  'GET /Mailings/texts': ({ query }, ctx) => listTexts(ctx, query.kind),
})
