import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { findOfEducation } from '../issued-storage.ts'
import { type CertificateShare, certificateShares } from './contract.ts'
import { insertShare, isNotShared, listShares, revokeShare } from './storage.ts'

/**
 * Makes a link to the caller's own certificate, with an audit entry, or returns the existing one.
 * @throws Refused('not_found') when the caller has no issued certificate of the education.
 * @throws Refused('not_allowed') when the caller's identity is protected.
 */
async function share(ctx: Ctx, educationId: number): Promise<CertificateShare> {
  const found = await findOfEducation(ctx.db, ctx.actor.id, educationId)
  if (found?.id == null) throw new Refused('not_found')
  if (found.protectedAt) throw new Refused('not_allowed')
  const person = { type: 'user', id: ctx.actor.id } as const
  await ctx.db.commit([
    // Before the insert, after which `isNotShared` would be false.
    recordAuditWhen(ctx, isNotShared(found.id), 'certificate.shared', person, { educationId }),
    insertShare(ctx, found.id),
  ])
  const createdShare = (await listShares(ctx)).find(({ verificationCode }) => verificationCode === found.code)
  if (!createdShare) throw new Refused('not_found')
  return createdShare
}

/**
 * Revokes a link to a certificate, with an audit entry.
 * @throws Refused('not_found') when the link is not one of the caller's own.
 */
async function unshare(ctx: Ctx, id: number): Promise<undefined> {
  const found = (await listShares(ctx)).find((one) => one.id === id)
  if (!found) throw new Refused('not_found')
  const person = { type: 'user', id: ctx.actor.id } as const
  await ctx.db.commit([
    revokeShare(ctx, id),
    recordAudit(ctx, 'certificate.unshared', person, { educationId: found.educationId }),
  ])
}

export const routes = serve(certificateShares, {
  'GET /CertificateShares': (_input, ctx) => listShares(ctx),
  'POST /CertificateShares': ({ body }, ctx) => share(ctx, body.educationId),
  'DELETE /CertificateShares/:id': ({ params }, ctx) => unshare(ctx, params.id),
})
