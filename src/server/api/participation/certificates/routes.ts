import { findByCode, listEducationResults } from '#api/participation/education-results/storage.ts'
import { initialsOf, normalizedCode } from '#api/participation/results/certificate-codes/rules.ts'
import { mustKnow, mustSeeAll } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { certificates } from './contract.ts'
import { findCertificate, findCurriculum } from './storage.ts'

/**
 * Returns the value.
 *
 * @throws Refused('not_found') when it is null.
 */
function mustExist<Value>(value: Value | null): Value {
  if (value === null) throw new Refused('not_found')
  return value
}

export const routes = serve(certificates, {
  'GET /certificates/:code': async ({ params }, { db }) => {
    const result = mustExist(await findByCode(db, normalizedCode(params.code)))
    // The public cannot verify certificates of people with a protected identity.
    if (result.protectedAt) throw new Refused('not_found')
    const { title, completedAt, validToOn, firstName, lastName } = result
    return {
      initials: initialsOf(firstName, lastName),
      educationTitle: title,
      completedDate: mustExist(completedAt),
      validTo: validToOn,
    }
  },
  'GET /user/:userId/certificate/:educationId': async ({ params: { userId, educationId } }, ctx) => {
    await mustKnow(ctx, userId)
    const results = await listEducationResults(ctx.db, { educationIds: [educationId], userIds: [userId] }, ctx.actor)
    if (results.length === 0) throw new Refused('not_found')
    return mustExist(await findCertificate(ctx.db, userId, educationId))
  },
  'GET /user/:id/cv': async ({ params }, ctx) => {
    await mustSeeAll(ctx, params.id)
    return mustExist(await findCurriculum(ctx.db, params.id))
  },
})
