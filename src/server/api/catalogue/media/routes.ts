import { serve } from '#api/serve.ts'
import { connectToEducation, disconnectFromEducation, removeTagFromMedium } from './connect-media.ts'
import { media } from './contract.ts'
import { changeMedium, createLinks, createMedium, deleteMedium } from './save-medium.ts'
import { changeTag, createTag, deleteTag } from './save-tag.ts'
import { listLibrary, listMediaOfEducation, listTags, searchLibrary, toMedium } from './storage.ts'
import { listConnectableTitles } from './write-storage.ts'

export const routes = serve(media, {
  'GET /Media/medialibrary': ({ query }, ctx) => listLibrary(ctx, query),
  'GET /Media/mediatag/:id': ({ params, query }, ctx) => listLibrary(ctx, { ...query, tagId: params.id }),
  'GET /Media/education/:id': async ({ params }, ctx) =>
    (await listMediaOfEducation(ctx.db, ctx.actor, params.id)).map((row) => toMedium(ctx, row)),
  'GET /MediaTag': (_input, ctx) => listTags(ctx.db),
  'GET /Media/page': ({ query }, ctx) => searchLibrary(ctx, query),
  'GET /Media/mediakeyvaluepair': async (_input, ctx) =>
    Object.fromEntries((await listConnectableTitles(ctx.db, ctx.actor)).map(({ id, title }) => [id, title])),
  'POST /Media': ({ body, file }, ctx) => createMedium(ctx, body, file),
  'PUT /Media': ({ body, file }, ctx) => changeMedium(ctx, body, file),
  'POST /Media/links': ({ body }, ctx) => createLinks(ctx, body),
  'POST /Media/education/:id': ({ params, body }, ctx) => connectToEducation(ctx, params.id, body),
  'DELETE /Media/:mediaId/education/:educationId': ({ params }, ctx) =>
    disconnectFromEducation(ctx, params.mediaId, params.educationId),
  'DELETE /Media/:mediaId/mediatag/:tagId': ({ params }, ctx) => removeTagFromMedium(ctx, params.mediaId, params.tagId),
  'DELETE /Media/:id': ({ params }, ctx) => deleteMedium(ctx, params.id),
  'POST /MediaTag': ({ body }, ctx) => createTag(ctx, body),
  'PUT /MediaTag': ({ body }, ctx) => changeTag(ctx, body),
  'DELETE /MediaTag/:id': ({ params }, ctx) => deleteTag(ctx, params.id),
})
