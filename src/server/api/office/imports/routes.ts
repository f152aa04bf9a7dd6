import { serve } from '#api/serve.ts'
import { imports } from './contract.ts'
import { editRow, getRow } from './edit-row.ts'
import { serveResultErrors } from './errors-file.ts'
import { serveExampleFile } from './example-file.ts'
import { loadBatchProgress, loadPreview } from './preview.ts'
import { clearStaged, receiveFile, startImport } from './receive-file.ts'
import { undoImport } from './undo-import.ts'

export const routes = serve(imports, {
  'POST /imports/educationResultsFile': async ({ body, file }, ctx) => {
    await receiveFile(ctx, file, body || file?.name || '')
    return loadPreview(ctx, 1, 50)
  },
  'GET /imports': ({ query: { page, pageSize } }, ctx) => loadPreview(ctx, page, pageSize),
  'GET /imports/batch': (_input, ctx) => loadBatchProgress(ctx),
  'GET /imports/:id/rows/:row': ({ params }, ctx) => getRow(ctx, params.id, params.row),
  'PUT /imports/:id/rows/:row': ({ params, body }, ctx) => editRow(ctx, params.id, params.row, body),
  'POST /imports/clear': (_input, ctx) => clearStaged(ctx),
  'POST /imports/start': (_input, ctx) => startImport(ctx),
  'POST /imports/:id/undo': ({ params }, ctx) => undoImport(ctx, params.id),
  'GET /imports/errorsFile': (_input, ctx) => serveResultErrors(ctx),
  'GET /imports/exampleFile': () => serveExampleFile(),
})
