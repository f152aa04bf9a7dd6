import { isAdministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import type { EducationResult } from '#api/participation/education-results/contract.ts'
import { listEducationResults } from '#api/participation/education-results/storage.ts'
import { latestOfEach } from '#api/participation/results/rules.ts'
import { mustHaveGuardian } from '#api/people/guardians/rules.ts'
import { mustKnow, mustSeeAll } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { dayIn } from '#api/zone.ts'
import { personResults } from './contract.ts'
import { blockFrom, bookedFrom, findAgeLimit, listBlocks, selectBooked, selectStarted, takesPart } from './storage.ts'
import { countAnsweredFor, listAnsweredFor, listRecommended } from './suggestions-storage.ts'

async function resultsOf(ctx: Ctx, userId: number): Promise<EducationResult[]> {
  await mustKnow(ctx, userId)
  return listEducationResults(ctx.db, { userIds: [userId] }, ctx.actor)
}

const mustAnswerFor = (ctx: Ctx, userId: number) => {
  if (userId !== ctx.actor.id && !isAdministrator(ctx.actor)) throw new Refused('not_allowed')
}

export const routes = serve(personResults, {
  'GET /user/:id/StartedEducations': async ({ params }, ctx) => {
    await mustSeeAll(ctx, params.id)
    return (await selectStarted(ctx, params.id)).map(blockFrom(ctx))
  },
  'GET /user/:id/recommended': async ({ params }, ctx) => {
    await mustSeeAll(ctx, params.id)
    return listRecommended(ctx, params.id)
  },
  'GET /user/:id/educationresults': ({ params }, ctx) => resultsOf(ctx, params.id),
  'GET /user/:id/educationresultslatest': async ({ params }, ctx) => latestOfEach(await resultsOf(ctx, params.id)),
  'GET /user/:id/EducationsForResponsible': ({ params }, ctx) => {
    mustAnswerFor(ctx, params.id)
    return listAnsweredFor(ctx, params.id)
  },
  'GET /user/:id/EducationCountForResponsible': ({ params }, ctx) => {
    mustAnswerFor(ctx, params.id)
    return countAnsweredFor(ctx, params.id)
  },
  'GET /user/:id/musthaveguardianforeducation/:educationId': async ({ params: { id, educationId } }, ctx) => {
    await mustKnow(ctx, id)
    const limit = await findAgeLimit(ctx, id, educationId)
    if (!limit) throw new Refused('not_found')
    return mustHaveGuardian(limit.age, limit.birthOn, dayIn(ctx.now))
  },
  'GET /user/:id/BookedOccasions': async ({ params, query }, ctx) => {
    await mustSeeAll(ctx, params.id)
    const booked = (await selectBooked(ctx, params.id)).map(bookedFrom)
    return query.includePrerequisites ? booked : booked.map(({ prerequisites: _, ...occasion }) => occasion)
  },
  'GET /user/:userId/signedUpToEducationForOccasion/:id': async ({ params: { userId, id } }, ctx) => {
    await mustSeeAll(ctx, userId)
    return takesPart(ctx, userId, id)
  },
  'GET /user/:userId/bookedOccasionsDates/:educationId': async ({ params: { userId, educationId } }, ctx) => {
    await mustSeeAll(ctx, userId)
    return (await selectBooked(ctx, userId, educationId)).map((row) => bookedFrom(row).startDate)
  },
  'GET /Educations/StartedEducationBlockData': ({ query }, ctx) => listBlocks(ctx, ctx.actor.id, query.educationIds),
})
