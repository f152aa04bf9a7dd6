import { sql } from 'drizzle-orm'
import { peopleView } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import { isLast } from './search-storage.ts'

/** Licences that end in a period, `yyyy-MM-dd`; null: of every kind, and of all people. */
export interface EndingLicenses {
  licenseId: number | null
  endsFrom: string
  endsTo: string
  userIds: readonly number[] | null
}

/**
 * Lists the latest licence cycles of people with open accounts that end in the period, both days included.
 *
 * They are valid (grace included), by holder's name and day, and at most `limit`; null for `licenseId` or `userIds`
 * admits all. Access is not checked here.
 */
export const listEndingCycles = (
  db: Database,
  { licenseId, endsFrom, endsTo, userIds }: EndingLicenses,
  limit: number,
): Promise<{ userId: number; licenseName: string; endsOn: string }[]> =>
  db.rows(sql`
    select user_licenses.user_id as userId, licenses.name as licenseName, user_licenses.valid_to_on as endsOn
    from user_licenses join licenses on licenses.id = user_licenses.license_id
      join ${peopleView} users on users.id = user_licenses.user_id
    where user_licenses.stage in ('active', 'grace') and ${isLast} and users.inactive_at is null
      and user_licenses.valid_to_on between ${endsFrom} and ${endsTo}
      and ${licenseId === null ? sql`true` : sql`user_licenses.license_id = ${licenseId}`}
      and ${userIds === null ? sql`true` : sql`user_licenses.user_id in (select value from json_each(${JSON.stringify(userIds)}))`}
    order by users.name_key, users.id, user_licenses.valid_to_on, user_licenses.id limit ${limit}`)
