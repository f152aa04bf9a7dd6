import { serve } from '#api/serve.ts'
import { imports } from './contract.ts'
import { exampleFile } from './example-file.ts'
import { batchAsItStands, preview } from './preview.ts'
import { clear, receiveFile, start } from './receive-file.ts'

export const routes = serve(imports, {
  'POST /imports/educationResultsFile': async ({ body, file }, ctx) => {
    await receiveFile(ctx, file, body || file?.name || '')
    return preview(ctx, 1, 50)
  },
  'GET /imports': ({ query: { page, pageSize } }, ctx) => preview(ctx, page, pageSize),
  'GET /imports/batch': (_input, ctx) => batchAsItStands(ctx),
  'POST /imports/clear': (_input, ctx) => clear(ctx),
  'POST /imports/start': (_input, ctx) => start(ctx),
  'GET /imports/exampleFile': () => exampleFile(),
})
