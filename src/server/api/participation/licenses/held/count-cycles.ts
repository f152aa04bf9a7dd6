import { sql } from 'drizzle-orm'
import { addDays } from '#api/days.ts'
import type { Database } from '#platform/database.ts'
import { heldOn } from './search-storage.ts'

export interface CycleCounts {
  issued: number
  expired: number
  valid: number
}

/**
 * Counts the licences of all people that were decided in a period (`issued`), and that ran out in it (`expired`).
 * `valid` are those valid on the day `validOn`.
 *
 * Renewals are decided too. A licence that is not revoked runs out after its days of grace, unless the next cycle has
 * begun by the day after; the last day that counts is the one before `validOn`, while `to` limits only `issued`. Days
 * are `yyyy-MM-dd`.
 */
export async function countCycles(
  db: Database,
  { from, to, validOn }: { from: string; to: string; validOn: string },
): Promise<CycleCounts> {
  const endsOn = sql`coalesce(user_licenses.grace_to_on, user_licenses.valid_to_on)`
  const [row] = await db.rows<CycleCounts>(sql`
    select coalesce(sum(user_licenses.decided_on between ${from} and ${to}), 0) as issued,
      coalesce(sum(${endsOn} >= ${addDays(from, -1)} and ${endsOn} < ${validOn}
        and coalesce(user_licenses.succeeded_on, '9999') > date(${endsOn}, '+1 day')
        and coalesce(user_licenses.revoked_on, '9999') > ${endsOn}), 0) as expired,
      coalesce(sum(${heldOn(validOn)}), 0) as valid
    from user_licenses`)
  return row ?? { issued: 0, expired: 0, valid: 0 }
}
