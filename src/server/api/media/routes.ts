import { serve } from '../serve.ts'
import { media } from './contract.ts'
import { listLibrary, listTags, mediaFrom, mediaOfEducation } from './storage.ts'

export const routes = serve(media, {
  'GET /Media/medialibrary': ({ query }, ctx) => listLibrary(ctx, query),
  'GET /Media/mediatag/:id': ({ params, query }, ctx) => listLibrary(ctx, { ...query, tagId: params.id }),
  'GET /Media/education/:id': async ({ params }, ctx) =>
    (await mediaOfEducation(ctx.db, ctx.actor, params.id)).map((row) => mediaFrom(ctx, row)),
  'GET /MediaTag': (_input, ctx) => listTags(ctx.db),
})
