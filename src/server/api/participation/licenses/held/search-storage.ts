import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import { users } from '#api/people/users/table.ts'
import { membershipsOfPeople } from '#api/people/users/views.ts'
import { contains } from '#api/text-conditions.ts'
import type { Database } from '#platform/database.ts'
import { licenses, userLicenses } from '../table.ts'
import type { FoundLicense } from './contract.ts'
import { columns, toUserLicense } from './storage.ts'

/** Conditions and page of a search; empty ones match all. `validOn`: cycles valid on that day, null: the latest ones. */
export interface CycleSearch {
  searchString: string
  licenseIds: number[]
  organizationIds: number[]
  validOn: string | null
  page: number
  pageSize: number
}

const isActive = sql`users.inactive_at is null and users.erased_at is null`
const ids = (list: readonly number[]) => sql`(select value from json_each(${JSON.stringify(list)}))`

/** SQL condition: the cycle is valid on a day, grace included. */
export const heldOn = (day: string): SQL => sql`
  user_licenses.valid_from_on <= ${day} and coalesce(user_licenses.grace_to_on, user_licenses.valid_to_on, ${day}) >= ${day}
  and coalesce(user_licenses.succeeded_on, '9999') > ${day} and coalesce(user_licenses.revoked_on, '9999') > ${day}`

/** SQL: the cycle is the latest of its holder and licence. */
export const isLast = sql`user_licenses.cycle_number = (select max(cycle_number) from user_licenses c
  where c.user_id = user_licenses.user_id and c.license_id = user_licenses.license_id)`

const isNamed = (text: string): SQL => sql`(users.protected_at is null
  and (${contains(sql`(users.first_name || ' ' || users.last_name)`, text)} or ${contains(sql`users.user_name`, text)}))`

const matching = ({ searchString, licenseIds, organizationIds, validOn }: Omit<CycleSearch, 'page' | 'pageSize'>) =>
  and(
    validOn ? heldOn(validOn) : isLast,
    searchString ? isNamed(searchString) : undefined,
    licenseIds.length > 0 ? sql`user_licenses.license_id in ${ids(licenseIds)}` : undefined,
    organizationIds.length > 0
      ? sql`exists (select 1 from ${membershipsOfPeople} m where m.user_id = users.id and +m.organization_id in ${selectBranchIds(organizationIds)})`
      : undefined,
  )

/**
 * Searches cycles by holder, licence, organisation and day; returns one page, by the holder's name, and the total.
 * Organisations include those below them. People with a protected identity are not found by name.
 */
export async function searchCycles(
  db: Database,
  search: CycleSearch,
  today: string,
): Promise<{ items: FoundLicense[]; total: number }> {
  const page = db.query
    .select({ ...columns, userName: sql<string>`users.first_name || ' ' || users.last_name`.as('user_name') })
    .from(userLicenses)
    .innerJoin(licenses, eq(licenses.id, userLicenses.licenseId))
    .innerJoin(users, eq(users.id, userLicenses.userId))
    .where(matching(search))
    .orderBy(sql`users.name_key`, asc(licenses.position), asc(userLicenses.id))
    .limit(search.pageSize)
    .offset((search.page - 1) * search.pageSize)
  const count = db.query
    .select({ total: sql<number>`count(*)`.as('total') })
    .from(userLicenses)
    .innerJoin(users, eq(users.id, userLicenses.userId))
    .where(matching(search))
  const [rows, [counted]] = await Promise.all([page, count])
  return {
    items: rows.map((row) => ({ ...toUserLicense(row, today), userName: row.userName })),
    total: counted?.total ?? 0,
  }
}

/**
 * Lists the ids of the active people who hold the cycles of a search, by name, at most `limit`; `userIds` limits them to some
 * people. Access is not checked here.
 */
export async function listHolderIds(
  db: Database,
  search: Omit<CycleSearch, 'page' | 'pageSize'>,
  userIds: readonly number[] | null,
  limit: number,
): Promise<number[]> {
  const rows = await db.query
    .selectDistinct({ userId: users.id, nameKey: users.nameKey })
    .from(userLicenses)
    .innerJoin(users, eq(users.id, userLicenses.userId))
    .where(and(matching(search), isActive, userIds ? sql`users.id in ${ids(userIds)}` : undefined))
    .orderBy(users.nameKey, users.id)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}
