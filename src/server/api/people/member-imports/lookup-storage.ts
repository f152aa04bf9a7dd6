import { type SQL, sql } from 'drizzle-orm'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import type { Database } from '#platform/database.ts'
import type { MatchedAccount, MatchedClub, MemberRow } from './rules.ts'

const listOf = (values: readonly (string | number)[]): SQL => sql`json_each(${JSON.stringify(values)})`

/** SQL condition: the organisation is in a branch that the caller administers; `roots` is null for all of them. */
const isOwnOrganization = (organizationId: SQL, roots: readonly number[] | null): SQL =>
  roots === null ? sql`1` : sql`${organizationId} in ${selectBranchIds(roots)}`

/**
 * Lists those of the organisations that are in a branch of `roots`, in no order; all of them, also unknown ones, when
 * `roots` is null.
 */
export async function listOwnIds(
  db: Database,
  ids: readonly number[],
  roots: readonly number[] | null,
): Promise<number[]> {
  const own = await db.rows<{ id: number }>(
    sql`select input.value as id from ${listOf(ids)} input where ${isOwnOrganization(sql`input.value`, roots)}`,
  )
  return own.map(({ id }) => id)
}

interface FoundByKey {
  key: string
  userId: number
}

/**
 * Lists the ids of the people with personal numbers, given as hashes (`key`): those that the register said, and those
 * of electronic identifications. In no order; an unknown number has none, and one can have several.
 */
export const listByNumber = (db: Database, numbers: readonly string[]) =>
  db.rows<FoundByKey>(sql`
    select input.value as key, p.user_id as userId from ${listOf(numbers)} input
      join register_people p on p.number_hash = input.value and p.user_id is not null
    union
    select input.value, u.id from ${listOf(numbers)} input join users u on u.personal_number_hash = input.value`)

/**
 * Lists the ids of the people with register ids (`key`), also of protected identities, in no order; an unknown id has
 * none. A merged-away person leads to the one who stays.
 */
export const listByExternalId = (db: Database, ids: readonly string[]) =>
  db.rows<FoundByKey>(sql`
    select input.value as key, coalesce(u.merged_into, u.id) as userId
    from ${listOf(ids)} input join users u on u.external_person_id = input.value
    union
    select input.value, i.user_id from ${listOf(ids)} input join protected_identities i on i.external_person_id = input.value`)

export interface MemberTraits extends Pick<MemberRow, 'firstName' | 'lastName' | 'birthOn' | 'email'> {
  key: string
  /** The name as in `users.name_key`. */
  nameKey: string
}

interface FoundByTraits extends FoundByKey {
  isSameEmail: 0 | 1
}

/**
 * Lists the ids of the people with the name and date of birth of a row (`key`), in no order. The case of letters does
 * not count. `isSameEmail` is whether the e-mail address agrees: also for a row or a person without one, and for a
 * protected identity. A merged-away person leads to the one who stays; erased people never match.
 */
export const listByTraits = (db: Database, rows: readonly MemberTraits[]) =>
  db.rows<FoundByTraits>(sql`
    select key, userId, max(isSameEmail) as isSameEmail from (
      select input.value ->> 'key' as key, coalesce(u.merged_into, u.id) as userId,
        input.value ->> 'email' = '' or u.email is null or lower(u.email) = lower(input.value ->> 'email') as isSameEmail
      from json_each(${JSON.stringify(rows)}) input cross join users u on u.name_key = input.value ->> 'nameKey'
        and u.birth_on = input.value ->> 'birthOn'
      where u.erased_at is null
      union all
      select input.value ->> 'key', i.user_id, 1
      from protected_identities i join users u on u.id = i.user_id
      join json_each(${JSON.stringify(rows)}) input on u.birth_on = input.value ->> 'birthOn'
        and i.last_name = input.value ->> 'lastName' collate nocase
        and i.first_name = input.value ->> 'firstName' collate nocase
    ) group by key, userId`)

interface AccountRow {
  userId: number
  isOwn: 0 | 1
  isHidden: 0 | 1
  organizationIds: string
  isExternal: 0 | 1
  followsMemberships: 0 | 1
}

/**
 * Loads people by user id, with what an import of members needs to know; `isOwn` is whether they are in a branch of
 * `roots`, null for the whole federation. Unknown ids are left out; inactive and hidden (protected or erased) people
 * are not. `followsMemberships` is whether the person is a club administrator of their own clubs.
 */
export async function loadAccounts(
  db: Database,
  userIds: readonly number[],
  roots: readonly number[] | null,
): Promise<Map<number, MatchedAccount>> {
  const isOwn =
    roots === null
      ? sql`1`
      : sql`exists (select 1 from branch_members b where b.user_id = u.id and b.root_id in (select value from ${listOf(roots)}))`
  const rows = await db.rows<AccountRow>(sql`
    select u.id as userId, ${isOwn} as isOwn, u.protected_at is not null or u.erased_at is not null as isHidden,
      u.is_external as isExternal,
      (select json_group_array(m.organization_id) from user_organizations m where m.user_id = u.id) as organizationIds,
      exists (select 1 from user_roles r where r.user_id = u.id and r.role = 'OrganizationAdmin') and not exists (
        select 1 from role_extensions e where e.user_id = u.id and e.role = 'OrganizationAdmin' and e.kind = 'Organization'
      ) as followsMemberships
    from ${listOf(userIds)} input join users u on u.id = input.value`)
  return new Map(
    rows.map((row) => [
      row.userId,
      {
        userId: row.userId,
        isOwn: row.isOwn === 1,
        isHidden: row.isHidden === 1,
        organizationIds: JSON.parse(row.organizationIds) as number[],
        isExternal: row.isExternal === 1,
        followsMemberships: row.followsMemberships === 1,
      },
    ]),
  )
}

/**
 * Lists the active clubs whose name, organisation number or register id is one of the texts, the `key`; districts and
 * federations are none. In no order; only in names upper and lower case are equal. Each says whether it is in a branch
 * of `roots`; null for the whole federation. The active organisation `chosenId` has an empty key; a text may have
 * several.
 */
export async function listClubs(
  db: Database,
  texts: readonly string[],
  chosenId: number | null,
  roots: readonly number[] | null,
): Promise<(MatchedClub & { key: string })[]> {
  const own = isOwnOrganization(sql`o.id`, roots)
  const rows = await db.rows<{ key: string; id: number; isOwn: 0 | 1 }>(sql`
    select distinct input.value as key, o.id, ${own} as isOwn from ${listOf(texts)} input join organizations o
      on o.active = 1 and o.type = 2 and (lower(o.name) = lower(input.value) or o.org_nr = input.value or o.external_id = input.value)
    union all
    select '', o.id, ${own} from organizations o where o.id = ${chosenId} and o.active = 1`)
  return rows.map(({ key, id, isOwn }) => ({ key, id, isOwn: isOwn === 1 }))
}

/**
 * Lists those of the texts, given in lower case, that are somebody's user name or e-mail address, also a protected
 * identity's; in no order.
 */
export const listTakenNames = (db: Database, texts: readonly string[]) =>
  db.rows<{ name: string }>(sql`
    select input.value as name from ${listOf(texts)} input
    where exists (select 1 from users u where lower(u.user_name) = input.value)
      or exists (select 1 from users u where lower(u.email) = input.value)
      or exists (select 1 from protected_identities i where lower(i.email) = input.value)`)
