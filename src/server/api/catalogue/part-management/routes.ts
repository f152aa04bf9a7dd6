import { listDigitalParts, listParts } from '#api/catalogue/education-parts/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { educationParts } from './contract.ts'
import { changePart, createPart } from './save-part.ts'

export const routes = serve(educationParts, {
  'POST /EducationParts': ({ body, file }, ctx) => createPart(ctx, body, file),
  'PUT /EducationParts': ({ body, file }, ctx) => changePart(ctx, body, file),
  'GET /EducationParts/:id': async ({ params }, ctx) => {
    const [part] = await listParts(ctx.db, ctx.actor, [params.id])
    if (!part) throw new Refused('not_found')
    return part
  },
  'GET /EducationParts/several': ({ query }, ctx) =>
    listParts(ctx.db, ctx.actor, query.educationPartIds, query.occasionId),
  'GET /EducationParts/articulateparts': (_input, ctx) => listDigitalParts(ctx.db, ctx.actor),
})
