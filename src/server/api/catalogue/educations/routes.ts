import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { type Education, educations } from './contract.ts'
import { findEducation, findEducationIdOfOccasion, listEducationsOfPart } from './storage.ts'

async function getEducation(ctx: Visitor, id: number): Promise<Education> {
  const education = await findEducation(ctx.db, ctx.actor, id)
  if (!education) throw new Refused('not_found')
  return education
}

export const routes = serve(educations, {
  'GET /Educations/:id': ({ params }, ctx) => getEducation(ctx, params.id),
  'GET /EducationParts/:id/educations': ({ params }, ctx) => listEducationsOfPart(ctx.db, ctx.actor, params.id),
  'GET /EducationPartOccasions/GetEducationForOccasionId/:id': async ({ params }, ctx) => {
    const id = await findEducationIdOfOccasion(ctx.db, ctx.actor, params.id)
    if (id === null) throw new Refused('not_found')
    return getEducation(ctx, id)
  },
})
