import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { signUps } from './contract.ts'
import { getSignUpOffer } from './offer.ts'
import { writeResults } from './write-results.ts'

export const routes = serve(signUps, {
  'PUT /EducationParts/:id/results': ({ params, body }, ctx) => {
    if (body.some(({ referenceId }) => referenceId && referenceId !== params.id)) throw new Refused('invalid_input')
    // This call signs up to the part itself; occasions have their own call.
    const written = body.map((one) => ({ ...one, referenceId: params.id, occasionId: null }))
    return writeResults(ctx, written).catch((error: unknown) => {
      // A concurrent request inserted the one open result: the retry returns it.
      if (error instanceof Refused && error.code === 'already_signed_up') return writeResults(ctx, written)
      throw error
    })
  },
  'GET /user/:userId/canUserSignUpToEducationForOccasion/:id': ({ params: { userId, id }, query }, ctx) =>
    getSignUpOffer(ctx, { userId, occasionId: id, educationPartId: null, educationId: query.educationId ?? null }),
  'GET /user/:userId/canUserSignUpToEducationPart/:id': ({ params: { userId, id }, query }, ctx) =>
    getSignUpOffer(ctx, { userId, occasionId: null, educationPartId: id, educationId: query.educationId ?? null }),
})
