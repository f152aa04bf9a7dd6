import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordsOfPerson } from '#api/people/users/views.ts'
import type { Statement } from '#platform/database.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'
import { certificateShares, certificates } from '../table.ts'
import { parseContent } from '../to-certificate.ts'
import type { CertificateShare } from './contract.ts'

const signedText = (id: number, nonce: string) => `certificate.${id}.${nonce}`

const selectLive = ({ db, actor }: Ctx) =>
  db.query
    .select({
      id: certificateShares.id,
      nonce: certificateShares.nonce,
      createdAt: certificateShares.createdAt,
      code: certificates.code,
      educationId: certificates.educationId,
      content: certificates.content,
    })
    .from(certificateShares)
    .innerJoin(certificates, eq(certificates.id, certificateShares.certificateId))
    .where(and(sql`${certificates.userId} in ${recordsOfPerson(actor.id)}`, isNull(certificateShares.revokedAt)))

/**
 * Lists the links to the caller's certificates, those of records merged into the caller too, that are not revoked,
 * oldest first. Each URL is signed with the portal's secret, so a copy of the database does not reveal it.
 */
export async function listShares(ctx: Ctx): Promise<CertificateShare[]> {
  const rows = await selectLive(ctx).orderBy(certificateShares.id)
  return rows.map(({ id, nonce, createdAt, code, educationId, content }) => ({
    id,
    educationId: educationId ?? 0,
    educationTitle: parseContent(content).educationTitle,
    verificationCode: code,
    address: `${ctx.env.PORTAL_ORIGIN}/certificate/${code}?key=${id}-${signText(ctx.env.SESSION_SECRET, signedText(id, nonce))}`,
    created: createdAt,
  }))
}

/**
 * Returns whether a key, as in the URL of `listShares`, is that of a link to the certificate that is not revoked. A
 * malformed key is none.
 */
export async function isShareKey(ctx: Visitor, certificateId: number, key: string): Promise<boolean> {
  const [, id, signature] = /^(\d{1,9})-([\w-]{43})$/.exec(key) ?? []
  if (!id || !signature) return false
  const [row] = await ctx.db.query
    .select({ id: certificateShares.id, nonce: certificateShares.nonce })
    .from(certificateShares)
    .where(
      and(
        eq(certificateShares.id, Number(id)),
        eq(certificateShares.certificateId, certificateId),
        isNull(certificateShares.revokedAt),
      ),
    )
  return row !== undefined && isSigned(ctx.env.SESSION_SECRET, signedText(row.id, row.nonce), signature)
}

/** SQL condition: the certificate has no link that is not revoked. */
export const isNotShared = (certificateId: number): SQL => sql`not exists (
  select 1 from certificate_shares s where s.certificate_id = ${certificateId} and s.revoked_at is null)`

/**
 * Returns the statement that inserts a link of the caller to a certificate; it does nothing when the certificate has
 * one that is not revoked, also under concurrent requests. Whose certificate it is is not checked here.
 */
export const insertShare = ({ db, actor, now, newId }: Ctx, certificateId: number): Statement =>
  db.query
    .insert(certificateShares)
    .values({ certificateId, userId: actor.id, nonce: newId(), createdAt: now })
    .onConflictDoNothing()

/**
 * Returns the statement that revokes a link to a certificate unless it is revoked already. Whose link it is is not
 * checked here.
 */
export const revokeShare = ({ db, now }: Ctx, id: number): Statement =>
  db.query
    .update(certificateShares)
    .set({ revokedAt: now })
    .where(and(eq(certificateShares.id, id), isNull(certificateShares.revokedAt)))
