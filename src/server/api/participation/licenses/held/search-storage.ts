import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isDescending } from '#api/list-order.ts'
import { orderInDirection } from '#api/order-by.ts'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import { users } from '#api/people/users/table.ts'
import { membershipsOfPeople } from '#api/people/users/views.ts'
import { contains } from '#api/text-conditions.ts'
import type { Database } from '#platform/database.ts'
import { licenses, userLicenses } from '../table.ts'
import type { FoundLicense } from './contract.ts'
import { type CycleFilter, holderOrders } from './rules.ts'
import { columns, toUserLicense } from './storage.ts'

/** A page of a search, in an order. */
export interface CycleSearch extends CycleFilter {
  sort: keyof typeof holderOrders
  descending?: boolean | undefined
  page: number
  pageSize: number
}

const isActive = sql`users.inactive_at is null and users.erased_at is null`
const ids = (list: readonly number[]) => sql`(select value from json_each(${JSON.stringify(list)}))`

/**
 * SQL condition on `user_licenses`: the cycle (one period of validity of a person's licence) is valid on a day
 * (`yyyy-MM-dd`), grace included. It is neither revoked nor succeeded by then.
 */
export const heldOn = (day: string): SQL => sql`
  user_licenses.valid_from_on <= ${day} and coalesce(user_licenses.grace_to_on, user_licenses.valid_to_on, ${day}) >= ${day}
  and coalesce(user_licenses.succeeded_on, '9999') > ${day} and coalesce(user_licenses.revoked_on, '9999') > ${day}`

/** SQL: the cycle is the latest of its holder and licence. */
export const isLast = sql`user_licenses.cycle_number = (select max(cycle_number) from user_licenses c
  where c.user_id = user_licenses.user_id and c.license_id = user_licenses.license_id)`

const isNamed = (text: string): SQL => sql`(users.protected_at is null
  and (${contains(sql`(users.first_name || ' ' || users.last_name)`, text)} or ${contains(sql`users.user_name`, text)}))`

/** SQL: the stage of a cycle on a day, as `calculateStage` returns it. The column has that of the last daily job. */
export const stageOn = (day: string): SQL => sql`case
  when user_licenses.revoked_on <= ${day} then 'revoked'
  when user_licenses.succeeded_on <= ${day} then 'renewed'
  when user_licenses.valid_from_on > ${day} then 'coming'
  when coalesce(user_licenses.valid_to_on, ${day}) >= ${day} then 'active'
  when user_licenses.grace_to_on >= ${day} then 'grace'
  when user_licenses.late_to_on >= ${day} then 'late'
  when user_licenses.dormant_to_on >= ${day} then 'dormant'
  else 'lapsed' end`

const matching = (
  { searchString, licenseIds, organizationIds, validOn, endsFrom, endsTo, stages }: CycleFilter,
  today: string,
) =>
  and(
    validOn ? heldOn(validOn) : isLast,
    searchString ? isNamed(searchString) : undefined,
    licenseIds.length > 0 ? sql`user_licenses.license_id in ${ids(licenseIds)}` : undefined,
    endsFrom ? sql`user_licenses.valid_to_on >= ${endsFrom}` : undefined,
    endsTo ? sql`user_licenses.valid_to_on <= ${endsTo}` : undefined,
    stages.length > 0 ? sql`${stageOn(today)} in (select value from json_each(${JSON.stringify(stages)}))` : undefined,
    organizationIds.length > 0
      ? sql`exists (select 1 from ${membershipsOfPeople} m where m.user_id = users.id and +m.organization_id in ${selectBranchIds(organizationIds)})`
      : undefined,
  )

const orderColumns = {
  person: [users.nameKey, licenses.position],
  license: [licenses.position, licenses.id, users.nameKey],
  period: [userLicenses.validToOn],
}

/** Selects the cycles of a search with their holders' names, by `sort` and then by id. */
const selectCycles = (
  db: Database,
  filter: CycleFilter,
  today: string,
  order: Pick<CycleSearch, 'sort' | 'descending'>,
) =>
  db.query
    .select({ ...columns, userName: sql<string>`users.first_name || ' ' || users.last_name`.as('user_name') })
    .from(userLicenses)
    .innerJoin(licenses, eq(licenses.id, userLicenses.licenseId))
    .innerJoin(users, eq(users.id, userLicenses.userId))
    .where(matching(filter, today))
    .orderBy(...orderInDirection(isDescending(holderOrders, order), ...orderColumns[order.sort], userLicenses.id))

/**
 * Searches the cycles (periods of validity) of people's licences by holder, licence, organisation and day. Returns one
 * page in the order of the search, and the total; without `validOn` only the latest cycle of each holder and licence.
 * Stages are those of `today`; access is not checked here. Organisations include those below them. People with a
 * protected identity are not found by name.
 */
export async function searchCycles(
  db: Database,
  search: CycleSearch,
  today: string,
): Promise<{ items: FoundLicense[]; total: number }> {
  const page = selectCycles(db, search, today, search)
    .limit(search.pageSize)
    .offset((search.page - 1) * search.pageSize)
  const count = db.query
    .select({ total: sql<number>`count(*)`.as('total') })
    .from(userLicenses)
    .innerJoin(users, eq(users.id, userLicenses.userId))
    .where(matching(search, today))
  const [rows, [counted]] = await Promise.all([page, count])
  return {
    items: rows.map((row) => ({ ...toUserLicense(row, today), userName: row.userName })),
    total: counted?.total ?? 0,
  }
}

/**
 * Lists at most `limit` licence cycles of a search, like those of `searchCycles`, by the holder's name. Stages are
 * those of `today`. Access is not checked here.
 */
export const listCyclesToExport = async (db: Database, filter: CycleFilter, today: string, limit: number) =>
  (await selectCycles(db, filter, today, { sort: 'person' }).limit(limit)).map(
    (row): FoundLicense => ({ ...toUserLicense(row, today), userName: row.userName }),
  )

/**
 * Lists the ids of the active people who hold the licence cycles of a search, by name, at most `limit`; `userIds`
 * limits them to some people. Stages are those of `today`. Access is not checked here.
 */
export async function listHolderIds(
  db: Database,
  search: CycleFilter,
  { userIds, today, limit }: { userIds: readonly number[] | null; today: string; limit: number },
): Promise<number[]> {
  const rows = await db.query
    .selectDistinct({ userId: users.id, nameKey: users.nameKey })
    .from(userLicenses)
    .innerJoin(users, eq(users.id, userLicenses.userId))
    .where(and(matching(search, today), isActive, userIds ? sql`users.id in ${ids(userIds)}` : undefined))
    .orderBy(users.nameKey, users.id)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}
