import { serve } from '#api/serve.ts'
import { duplicates } from './contract.ts'
import { listDuplicates, markDistinct } from './list-duplicates.ts'

export const routes = serve(duplicates, {
  'GET /DuplicatePeople': ({ query: { afterId = 0, afterOtherId = 0, pageSize } }, ctx) =>
    listDuplicates(ctx, { id: afterId, otherId: afterOtherId }, pageSize),
  'POST /DuplicatePeople/distinct': async ({ body: { userId, otherUserId } }, ctx) => {
    await markDistinct(ctx, userId, otherUserId)
    return undefined
  },
})
