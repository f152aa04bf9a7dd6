import { and, eq, sql } from 'drizzle-orm'
import { type Masking, maskedName } from '#api/masking.ts'
import { peopleView, recordsOfPerson } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { SealedColumns } from './seal.ts'
import { certificateShares, certificates, cvCodes } from './table.ts'

/**
 * Lists at most `limit` ids of completed education results that have a verification code but no certificate, by id
 * after `after`. They were completed before the portal stored certificates.
 */
export async function listUnissued(db: Database, after: number, limit: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`select r.id from education_results r
    where r.id > ${after} and r.completed = 1 and r.verification_code is not null
      and not exists (select 1 from certificates k where k.code = r.verification_code)
    order by r.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * Returns the statement that issues the certificates of completed education results, with the portal's current look and
 * without a seal. Does nothing for a result that has its certificate already.
 */
export const issueCertificates = (db: Database, resultIds: readonly number[], now: Date): Statement =>
  insertFrom(
    db.query,
    certificates,
    {
      code: sql`n.code`,
      userId: sql`n.user_id`,
      educationId: sql`n.education_id`,
      educationResultId: sql`n.education_result_id`,
      firstName: sql`n.first_name`,
      lastName: sql`n.last_name`,
      content: sql`n.content`,
      language: sql`n.language`,
      templateVersion: sql`look.template_version`,
      completedAt: sql`n.completed_at`,
      validToOn: sql`n.valid_to_on`,
      issuedAt: now.toISOString(),
      logoSha256: sql`look.logo_sha256`,
      accentColor: sql`look.accent_color`,
    },
    sql`from certificate_contents n join certificate_look look
      where n.education_result_id in (select value from json_each(${JSON.stringify(resultIds)}))
      on conflict do nothing`,
  )

/** A certificate whose seal is to be computed. */
interface UnsealedCertificate extends SealedColumns {
  id: number
}

/**
 * Lists at most `limit` certificates, by id, that have no seal, nor the digest (`sha256`) by which older ones are
 * sealed.
 */
export const listUnsealed = (db: Database, limit: number): Promise<UnsealedCertificate[]> =>
  db.rows<UnsealedCertificate>(sql`select id, code, first_name as "firstName", last_name as "lastName", content, language,
    template_version as "templateVersion", completed_at as "completedAt", valid_to_on as "validToOn",
    logo_sha256 as "logoSha256", accent_color as "accentColor"
    from certificates where sha256 is null and seal is null order by id limit ${limit}`)

/**
 * Returns the statement that stores the seal of a certificate. It does nothing when the certificate has one, or its
 * content, name or logo has changed since `row` was read.
 */
export const storeSeal = (db: Database, row: UnsealedCertificate, seal: string): Statement =>
  db.query
    .update(certificates)
    .set({ seal })
    .where(
      sql`id = ${row.id} and sha256 is null and seal is null and content = ${row.content} and first_name = ${row.firstName}
        and last_name = ${row.lastName} and logo_sha256 is ${row.logoSha256}`,
    )

/**
 * Returns the statements that mask a person with a protected identity in all certificates. They also revoke the
 * person's shared links and the code of the CV. The person is masked as the holder and as the responsible of others'
 * certificates. A trigger removes the seals.
 */
export const maskInCertificates = (db: Database, userId: number, masking: Masking): Statement[] => [
  db.query.update(certificates).set(maskedName).where(eq(certificates.userId, userId)),
  db.query
    .update(certificates)
    .set({ content: masking.maskColumn(sql`content`, 'json') })
    .where(masking.containsIdentity(sql`content`, 'json')),
  db.query
    .update(certificateShares)
    .set({ revokedAt: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')` })
    .where(sql`revoked_at is null and certificate_id in (select id from certificates where user_id = ${userId})`),
  db.query
    .update(cvCodes)
    .set({ endedAt: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`, shareNonce: null })
    .where(sql`ended_at is null and user_id in ${recordsOfPerson(userId)}`),
]

/**
 * Returns the statement that restores a person's present name in their own certificates that are masked. Others'
 * certificates that name the person stay masked, and links stay revoked.
 */
export const unmaskInCertificates = (db: Database, userId: number): Statement =>
  db.query
    .update(certificates)
    .set({
      firstName: sql`(select u.first_name from ${peopleView} u where u.id = ${userId})`,
      lastName: sql`(select u.last_name from ${peopleView} u where u.id = ${userId})`,
    })
    .where(
      and(
        eq(certificates.userId, userId),
        eq(certificates.firstName, maskedName.firstName),
        eq(certificates.lastName, maskedName.lastName),
      ),
    )
