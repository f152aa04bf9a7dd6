import { type SQL, sql } from 'drizzle-orm'
import { minAnonymiseMonths } from '#api/foundation/portal-configuration/rules.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { seatsHeldAt } from '#api/money/payments/views.ts'
import { licensesOfPeople } from '#api/participation/licenses/views.ts'
import { educationResultsView, partResultsView } from '#api/participation/results/views.ts'
import { sessionsOfPeople } from '#api/people/authentication/views.ts'
import { guardianLinksView } from '#api/people/guardians/views.ts'
import { rolesOfPeople } from '#api/people/roles/views.ts'
import { membershipsOfPeople, mergedAwayPeople, peopleView } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'

const defaultMonths = 36

/**
 * Loads the number of months after which an unused account is de-identified: as configured but at least 12, and 36
 * without a setting.
 */
export const loadUnusedMonths = async (db: Database): Promise<number> =>
  Math.max(minAnonymiseMonths, (await findConfiguration(db))?.anonymiseMonths ?? defaultMonths)

/**
 * SQL condition: the account was not used since the given time: no membership, sign-in, session, change or result.
 * People with a role, a valid licence, a child in their care, a held seat or a protected identity are never unused, and
 * neither are merged-away records: they follow the person who stays.
 */
function isUnusedSince(since: Date, now: Date): SQL {
  const moment = since.toISOString()
  return sql`users.erased_at is null and users.protected_at is null and users.id not in ${mergedAwayPeople} and users.created_at < ${moment} and users.changed_at < ${moment}
    and coalesce(users.last_login_at, '') < ${moment}
    and not exists (select 1 from ${rolesOfPeople} held where held.user_id = users.id)
    and not exists (select 1 from ${membershipsOfPeople} membership
      where membership.user_id = users.id and (membership.to_on is null or membership.to_on >= ${toPortalDay(since)}))
    and not exists (select 1 from ${sessionsOfPeople} open_session
      where open_session.user_id = users.id and open_session.last_used_at >= ${moment})
    and not exists (select 1 from ${partResultsView} part_result
      where part_result.user_id = users.id and part_result.changed_at >= ${moment})
    and not exists (select 1 from ${educationResultsView} whole_result
      where whole_result.user_id = users.id and whole_result.changed_at >= ${moment})
    and not exists (select 1 from ${licensesOfPeople} held_license where held_license.user_id = users.id
      and held_license.revoked_on is null and held_license.valid_to_on >= ${toPortalDay(now)})
    and not exists (select 1 from ${guardianLinksView} care join ${peopleView} ward on ward.id = care.child_user_id
      where care.adult_user_id = users.id and care.confirmed_at is not null and ward.inactive_at is null)
    and not exists (select 1 from ${seatsHeldAt(now.toISOString())} hold where hold.user_id = users.id)`
}

/**
 * Lists at most `limit` unused accounts by id, starting after the id `after`. Since `since` they were not created or
 * changed and had no membership, sign-in, session or result. Never those erased, protected, merged away, with a role, a
 * licence valid at `now`, an active child in their care or a seat held at `now`. An account whose erasure fails stays
 * listed.
 */
export async function listUnused(
  db: Database,
  { since, now, after, limit }: { since: Date; now: Date; after: number; limit: number },
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`select users.id from ${peopleView} users
    where users.id > ${after} and ${isUnusedSince(since, now)} order by users.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * Whether the account exists and was unused since `since`: no membership, sign-in, session, change or result. False for
 * people whom `listUnused` never lists, such as those with a role or a valid licence.
 */
export async function isUnused(db: Database, id: number, since: Date, now: Date): Promise<boolean> {
  const rows = await db.rows<{ id: number }>(
    sql`select users.id from ${peopleView} users where users.id = ${id} and ${isUnusedSince(since, now)}`,
  )
  return rows.length > 0
}
