import { sql } from 'drizzle-orm'
import { fileUrlByContent } from '#api/foundation/files/storage.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import type { SealedColumns, StoredSeal } from './seal.ts'

/**
 * SQL: issued certificates, and those of results that the daily job has not reached yet, as they would be issued now.
 * Every code that stands on a paper is in one of the two.
 */
const allCertificates = sql`(
  select id, code, user_id, education_id, first_name, last_name, content, language, template_version, completed_at, valid_to_on,
    issued_at, sha256, withdrawn_at, replaced_at, replaced_by_id, logo_sha256, accent_color, seal from certificates
  union all
  select null, code, user_id, education_id, first_name, last_name, content, language, template_version, completed_at, valid_to_on,
    null, null, null, null, null, logo_sha256, accent_color, null from certificate_contents join certificate_look
  where not exists (select 1 from certificates issued where issued.code = certificate_contents.code))`

/** A certificate with the holder as the portal knows the person now. */
export interface IssuedCertificate extends SealedColumns, StoredSeal {
  /** Null until the daily job has issued it. */
  id: number | null
  userId: number
  educationId: number | null
  issuedAt: string | null
  /** URL of the logo; null for the portal's own mark. */
  logoUrl: string | null
  withdrawnAt: string | null
  replacedAt: string | null
  /** Code of the certificate that replaces it. */
  replacedBy: string | null
  currentFirstName: string
  currentLastName: string
  currentLanguage: string
  protectedAt: string | null
  erasedAt: string | null
}

const columns = sql`cert.id, cert.code, cert.user_id as "userId", cert.education_id as "educationId", cert.first_name as "firstName",
  cert.last_name as "lastName", cert.content, cert.language, cert.template_version as "templateVersion", cert.completed_at as "completedAt",
  cert.valid_to_on as "validToOn", cert.issued_at as "issuedAt", cert.sha256, cert.seal, cert.logo_sha256 as "logoSha256",
  cert.accent_color as "accentColor", ${fileUrlByContent(sql`cert.logo_sha256`)} as "logoUrl", cert.withdrawn_at as "withdrawnAt",
  cert.replaced_at as "replacedAt", (select later.code from certificates later where later.id = cert.replaced_by_id) as "replacedBy",
  holder.first_name as "currentFirstName", holder.last_name as "currentLastName",
  coalesce(holder.language, 'sv') as "currentLanguage", holder.protected_at as "protectedAt", holder.erased_at as "erasedAt"`

/**
 * Finds a certificate by its verification code, also an expired, withdrawn or replaced one; null when there is none.
 * One that is not issued yet is found as it would be issued now, with null for `id` and `issuedAt`. The code is the
 * access.
 */
export async function findByCode(db: Database, code: string): Promise<IssuedCertificate | null> {
  const [row] = await db.rows<IssuedCertificate>(sql`select ${columns}
    from ${allCertificates} cert join ${peopleView} holder on holder.id = cert.user_id where cert.code = ${code}`)
  return row ?? null
}

/**
 * Finds the certificate of a person's latest completed result on an education, expired or not. Null when no result is
 * completed, or when the latest has no certificate, even if an earlier one has. One that is not issued yet is found as
 * it would be issued now, with null for `id` and `issuedAt`. Access is not checked here.
 */
export async function findOfEducation(
  db: Database,
  userId: number,
  educationId: number,
): Promise<IssuedCertificate | null> {
  const [row] = await db.rows<IssuedCertificate>(sql`select ${columns} from ${allCertificates} cert
    join ${peopleView} holder on holder.id = cert.user_id
    where cert.code = (select latest.verification_code from education_results latest
      where latest.user_id = ${userId} and latest.education_id = ${educationId} and latest.completed = 1
      order by latest.completed_at desc, latest.id desc limit 1)`)
  return row ?? null
}
