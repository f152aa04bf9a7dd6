import { mustKnow } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { results } from './contract.ts'
import { listOwnPartResults, listReadableResults } from './storage.ts'
import { writeResults } from './write-results.ts'

export const routes = serve(results, {
  'GET /EducationParts/:id/results': ({ params }, { db, actor }) =>
    listReadableResults(db, actor, { educationPartId: params.id }),

  'GET /EducationParts/:id/results/:userId': async ({ params: { id, userId } }, ctx) => {
    if (userId === ctx.actor.id) return listOwnPartResults(ctx.db, id, userId)
    await mustKnow(ctx, userId)
    return listReadableResults(ctx.db, ctx.actor, { educationPartId: id, userId })
  },

  'PUT /EducationParts/:id/results': ({ params, body }, ctx) => {
    if (body.some(({ referenceId }) => referenceId && referenceId !== params.id)) throw new Refused('invalid_input')
    // A sign-up here is one to the part itself; occasions have a call of their own.
    const written = body.map((one) => ({ ...one, referenceId: params.id, occasionId: null }))
    return writeResults(ctx, written).catch((error: unknown) => {
      // Lost the race for the one open result: the winner's is the answer, as it is to anybody who asks again.
      if (error instanceof Refused && error.code === 'already_signed_up') return writeResults(ctx, written)
      throw error
    })
  },
})
