import { findResultByCode, listEducationResults } from '#api/participation/education-results/storage.ts'
import { formatInitials, normalizeCode } from '#api/participation/results/certificate-codes/rules.ts'
import { requireFullAccess, requirePersonAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { certificates } from './contract.ts'
import { findCertificate, findCurriculumVitae } from './storage.ts'

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
    const result = mustExist(await findResultByCode(db, normalizeCode(params.code)))
    // The public cannot verify certificates of people with a protected identity.
    if (result.protectedAt) throw new Refused('not_found')
    const { title, completedAt, validToOn, firstName, lastName } = result
    return {
      initials: formatInitials(firstName, lastName),
      educationTitle: title,
      completedDate: mustExist(completedAt),
      validTo: validToOn,
    }
  },
  'GET /user/:userId/certificate/:educationId': async ({ params: { userId, educationId } }, ctx) => {
    await requirePersonAccess(ctx, userId)
    const results = await listEducationResults(ctx.db, { educationIds: [educationId], userIds: [userId] }, ctx.actor)
    if (results.length === 0) throw new Refused('not_found')
    return mustExist(await findCertificate(ctx.db, userId, educationId))
  },
  'GET /user/:id/cv': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return mustExist(await findCurriculumVitae(ctx.db, params.id))
  },
})
