import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { serve } from '#api/serve.ts'
import { personMerges } from './contract.ts'
import { mergePeople } from './merge-people.ts'
import { previewMerge } from './preview.ts'
import { toPersonMerge } from './show-merge.ts'
import { listMerges } from './storage.ts'
import { getMerge, undoMerge } from './undo-merge.ts'

export const routes = serve(personMerges, {
  'GET /PersonMerges/preview': async ({ query }, ctx) => {
    const preview = await previewMerge(ctx, query)
    await recordReadsById(ctx, [query.fromUserId, query.intoUserId])
    return preview
  },
  'GET /PersonMerges': async ({ query: { page, pageSize } }, ctx) => {
    const { rows, total } = await listMerges(ctx.db, page, pageSize)
    return { items: rows.map((row) => toPersonMerge(row, ctx.now)), total, page, pageSize }
  },
  'GET /PersonMerges/:id': async ({ params }, ctx) => toPersonMerge(await getMerge(ctx, params.id), ctx.now),
  'POST /PersonMerges': ({ body: { choices, ...pair } }, ctx) => mergePeople(ctx, pair, choices),
  'POST /PersonMerges/:id/undo': ({ params }, ctx) => undoMerge(ctx, params.id),
})
