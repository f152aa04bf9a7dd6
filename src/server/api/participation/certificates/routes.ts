import type { Visitor } from '#api/context.ts'
import { listEducationResults } from '#api/participation/education-results/storage.ts'
import { normalizeCode } from '#api/participation/results/certificate-codes/rules.ts'
import { loadReach, requireFullAccess, requirePersonAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { type CheckedCertificate, certificates } from './contract.ts'
import { findByCode, findOfEducation } from './issued-storage.ts'
import { reissueCertificate } from './reissue.ts'
import { isIntact } from './seal.ts'
import { isShareKey } from './shares/storage.ts'
import { findCurriculumVitae } from './storage.ts'
import { toCertificate, toCheckedCertificate } from './to-certificate.ts'

/**
 * Returns the value.
 *
 * @throws Refused('not_found') when it is null.
 */
function mustExist<Value>(value: Value | null): Value {
  if (value === null) throw new Refused('not_found')
  return value
}

/**
 * Checks a code for anybody, in any spelling that `normalizeCode` takes. `key` is that of a shared link; only a valid
 * one shows the full name.
 *
 * @throws Refused('not_found') when there is no such certificate, when its words are not those that were sealed, and
 * for people with a protected identity.
 */
async function checkCode(ctx: Visitor, typed: string, key: string | undefined): Promise<CheckedCertificate> {
  const row = mustExist(await findByCode(ctx.db, normalizeCode(typed)))
  if (row.protectedAt) throw new Refused('not_found')
  if (!(await isIntact(row))) {
    ctx.log.error('certificate.altered', new Error('the seal does not match'), { certificateId: row.id })
    throw new Refused('not_found')
  }
  const isShared = key !== undefined && row.id !== null && (await isShareKey(ctx, row.id, key))
  return toCheckedCertificate(row, ctx.now, isShared)
}

export const routes = serve(certificates, {
  'GET /certificates/:code': ({ params, query }, ctx) => checkCode(ctx, params.code, query.key),
  'GET /user/:userId/certificate/:educationId': async ({ params: { userId, educationId } }, ctx) => {
    await requirePersonAccess(ctx, userId)
    const [results, found, reach] = await Promise.all([
      listEducationResults(ctx.db, { educationIds: [educationId], userIds: [userId] }, ctx.actor),
      findOfEducation(ctx.db, userId, educationId),
      loadReach(ctx, userId),
    ])
    if (results.length === 0) throw new Refused('not_found')
    return toCertificate(mustExist(found), educationId, reach?.seesAll ?? false)
  },
  'POST /user/:userId/certificate/:educationId/reissue': async ({ params: { userId, educationId } }, ctx) => {
    await requireFullAccess(ctx, userId)
    return reissueCertificate(ctx, userId, educationId)
  },
  'GET /user/:id/cv': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return mustExist(await findCurriculumVitae(ctx, params.id))
  },
})
