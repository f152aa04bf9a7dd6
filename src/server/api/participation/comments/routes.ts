import { serve } from '#api/serve.ts'
import { comments } from './contract.ts'
import { selectThread, toComments } from './storage.ts'
import { getThread, writeComment } from './write-comment.ts'

export const routes = serve(comments, {
  'GET /comments/:educationPartResultId': async ({ params }, ctx) => {
    await getThread(ctx, params.educationPartResultId)
    return toComments(await selectThread(ctx.db, params.educationPartResultId))
  },
  'POST /comments/:educationPartResultId': ({ params, body }, ctx) =>
    writeComment(ctx, params.educationPartResultId, body),
})
