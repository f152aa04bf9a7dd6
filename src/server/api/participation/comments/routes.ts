import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { serve } from '#api/serve.ts'
import { comments } from './contract.ts'
import { selectThread, toComments } from './storage.ts'
import { getThread, writeComment } from './write-comment.ts'

export const routes = serve(comments, {
  'GET /comments/:educationPartResultId': async ({ params }, ctx) => {
    const { result } = await getThread(ctx, params.educationPartResultId)
    await recordReadsById(ctx, [result.userId])
    return toComments(await selectThread(ctx.db, params.educationPartResultId))
  },
  'POST /comments/:educationPartResultId': ({ params, body }, ctx) =>
    writeComment(ctx, params.educationPartResultId, body),
})
