import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { toVerificationCode } from '#api/participation/results/certificate-codes/rules.ts'
import { replaceVerificationCode } from '#api/participation/results/education-write-storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Certificate } from './contract.ts'
import { findOfEducation, type IssuedCertificate } from './issued-storage.ts'
import { canBeReissued, toCertificate } from './to-certificate.ts'

/** SQL condition: the code is still the one that was read, so that only one of two concurrent requests reissues. */
const hasCode = ({ code }: IssuedCertificate) =>
  sql`exists (select 1 from education_results result where result.verification_code = ${code})`

/**
 * Issues a certificate again with the holder's current name and language, and with an audit entry; returns the present
 * one. Triggers copy the rest of the earlier one and mark it as replaced. Does nothing when both are unchanged, for a
 * protected identity, or before the daily job has issued the certificate. It gets a new verification code. Access is
 * not checked here.
 *
 * @throws Refused('not_found') when the person has no certificate of the education.
 */
export async function reissueCertificate(ctx: Ctx, userId: number, educationId: number): Promise<Certificate> {
  const found = await findOfEducation(ctx.db, userId, educationId)
  if (!found) throw new Refused('not_found')
  if (!canBeReissued(found)) return toCertificate(found, educationId, true)
  const code = toVerificationCode(ctx.newId())
  const target = { type: 'user', id: userId } as const
  await ctx.db.commit([
    recordAuditWhen(ctx, hasCode(found), 'certificate.reissued', target, {
      educationId,
      verificationCode: code,
    }),
    replaceVerificationCode(ctx, found.code, code),
  ])
  const issued = await findOfEducation(ctx.db, userId, educationId)
  if (!issued) throw new Refused('not_found')
  return toCertificate(issued, educationId, true)
}
