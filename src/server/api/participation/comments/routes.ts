import { serve } from '#api/serve.ts'
import { comments } from './contract.ts'
import { selectThread, toComment } from './storage.ts'
import { getThread, writeComment } from './write-comment.ts'

export const routes = serve(comments, {
  'GET /comments/:educationPartResultId': async ({ params }, ctx) => {
    await getThread(ctx, params.educationPartResultId)
    return (await selectThread(ctx.db, params.educationPartResultId)).map(toComment)
  },
  'POST /comments/:educationPartResultId': ({ params, body }, ctx) =>
    writeComment(ctx, params.educationPartResultId, body),
})
