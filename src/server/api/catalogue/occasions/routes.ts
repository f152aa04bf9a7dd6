import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { type Occasion, occasions } from './contract.ts'
import { listOccasionCities, listOccasions, selectOccasion, toOfferedOccasion } from './storage.ts'

/** Returns an occasion with the seats that others than its queue may take, as a sign-up counts them. */
async function getOccasion(ctx: Visitor, id: number): Promise<Occasion> {
  const [row] = await selectOccasion(ctx.db, ctx.actor, id)
  if (!row) throw new Refused('not_found')
  return toOfferedOccasion(row)
}

const noFilter = { educationId: [], city: [] }

export const routes = serve(occasions, {
  'GET /EducationParts/:id/educationPartOccasions': ({ params, query }, ctx) =>
    listOccasions(ctx.db, ctx.actor, { ...noFilter, ...query, educationPartId: params.id }),
  'GET /EducationParts/:id/educationPartOccasions/:date': ({ params, query }, ctx) =>
    listOccasions(ctx.db, ctx.actor, { ...noFilter, ...query, educationPartId: params.id, startDate: params.date }),
  'GET /EducationPartOccasions/:id': ({ params }, ctx) => getOccasion(ctx, params.id),
  'GET /EducationPartOccasions/filter': ({ query }, ctx) => listOccasions(ctx.db, ctx.actor, query),
  'GET /EducationPartOccasions/cities': (_input, ctx) => listOccasionCities(ctx.db),
  'GET /EducationPartOccasions/GetAvailableSpotsOnOccasion/:occasionId': async ({ params }, ctx) =>
    (await getOccasion(ctx, params.occasionId)).availableSpots,
})
