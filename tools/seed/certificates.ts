import type { D1Database } from '@cloudflare/workers-types'

/** Ids above those of the cast, whose rows journeys read. */
const lastCastId = 100

/** Codes of two demonstration certificates; the learner's own are valid, and older ones have expired. */
const codes = { replaced: 'DEM0-0000-0001', withdrawn: 'DEM0-0000-0002' }

/**
 * Replaces one certificate and withdraws another, so that the check page has every state. Triggers keep the
 * certificates.
 */
export async function endCertificates(db: D1Database, at: Date): Promise<void> {
  const latest = (place: number) =>
    `(SELECT id FROM education_results WHERE completed = 1 AND user_id > ${lastCastId} ORDER BY id DESC LIMIT 1 OFFSET ${place})`
  const change = (place: number, code: string) =>
    db
      .prepare(`UPDATE education_results SET verification_code = ${code}, changed_at = ?1 WHERE id = ${latest(place)}`)
      .bind(at.toISOString())
  await db.batch([
    change(0, `'${codes.replaced}'`),
    change(0, '(SELECT code FROM random_verification_code)'),
    change(1, `'${codes.withdrawn}'`),
    db.prepare(`DELETE FROM education_results WHERE verification_code = '${codes.withdrawn}'`),
  ])
}
