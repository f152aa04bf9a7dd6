import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { KnownPerson } from './decide.ts'

const listOf = (values: readonly (string | number)[]): SQL => sql`json_each(${JSON.stringify(values)})`

/**
 * Lists the user ids of register ids, also those of protected identities and of people who were erased. In no order; an
 * unknown id is left out. The id of a person whom the office has merged away leads to the one who stays, with
 * `isMerged` 1.
 */
export const listAccountIds = (db: Database, externalIds: readonly string[]) =>
  db.rows<{ externalId: string; userId: number; isMerged: 0 | 1 }>(sql`
    select externalId, userId, isMerged from (
      select input.value as externalId, coalesce(
        (select coalesce(u.merged_into, u.id) from users u where u.external_person_id = input.value),
        (select coalesce(u.merged_into, u.id) from protected_identities i join users u on u.id = i.user_id
          where i.external_person_id = input.value),
        (select p.user_id from register_people p where p.external_id = input.value)) as userId,
        exists (select 1 from users u left join protected_identities i on i.user_id = u.id
          where u.merged_into is not null and input.value in (u.external_person_id, i.external_person_id)) as isMerged
      from ${listOf(externalIds)} input)
    where userId is not null`)

interface HolderRow {
  numberHash: string
  externalId: string | null
  userId: number
  isGone: 0 | 1
}

/**
 * Lists the holders of hashed personal numbers, in no order: people of the register, and accounts with an electronic
 * identification. A person whom this run has read counts with the number that the run gave. `isGone` is 1 for a person
 * who has left the register or was merged there.
 */
export const listHolders = (db: Database, runId: number, numbers: readonly string[]) =>
  db.rows<HolderRow>(sql`
    select p.number_hash as numberHash, p.external_id as externalId, p.user_id as userId,
      p.closed is not null or p.merged_into is not null or coalesce(w.is_gone, 0) as isGone
    from ${listOf(numbers)} input join register_people p on p.number_hash = input.value and p.user_id is not null
    left join register_rows w on w.run_id = ${runId} and w.external_id = p.external_id
    where w.external_id is null or w.is_gone = 1 or w.number_hash is p.number_hash
    union all
    select u.personal_number_hash, coalesce(u.external_person_id,
      (select i.external_person_id from protected_identities i where i.user_id = u.id)), u.id, 0
    from ${listOf(numbers)} input join users u on u.personal_number_hash = input.value
    where not exists (select 1 from register_people p where p.user_id = u.id)`)

/**
 * Counts the rows of a run (one read of the federation's register) that have each hashed personal number and have not
 * left the register. A number without such a row is left out. In no order.
 */
export const countLiveRows = (db: Database, runId: number, numbers: readonly string[]) =>
  db.rows<{ numberHash: string; live: number }>(sql`
    select number_hash as numberHash, count(*) as live from register_rows
    where run_id = ${runId} and number_hash in (select value from ${listOf(numbers)}) and is_gone = 0
    group by number_hash`)

export interface Traits {
  externalId: string
  firstName: string
  lastName: string
  birthOn: string
  email: string
}

/**
 * Lists the user ids of people without a register id who have the name, date of birth and e-mail address of a row; in
 * no order, inactive ones too. Erased, merged and protected ones are left out.
 */
export const listLookalikes = (db: Database, rows: readonly Traits[]) =>
  db.rows<{ externalId: string; userId: number }>(sql`
    select input.value ->> 'externalId' as externalId, u.id as userId
    from json_each(${JSON.stringify(rows)}) input
    cross join users u on lower(u.email) = lower(input.value ->> 'email') and u.birth_on = input.value ->> 'birthOn'
      and u.first_name = input.value ->> 'firstName' collate nocase and u.last_name = input.value ->> 'lastName' collate nocase
    where +u.external_person_id is null and u.erased_at is null and u.protected_at is null
      and u.merged_into is null`)

/** Lists the ids of the active organisations with register ids, in no order; unknown and inactive ones are left out. */
export const listOrganizations = (db: Database, externalIds: readonly string[]) =>
  db.rows<{ id: number; externalId: string }>(sql`
    select id, external_id as externalId from organizations
    where active = 1 and external_id in (select value from ${listOf(externalIds)})`)

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

interface AccountRow extends Omit<KnownPerson, 'memberships' | 'last'> {
  memberships: string
  last: string | null
}

/** Converts the database's 0 and 1. */
const toKnownPerson = (row: AccountRow): KnownPerson => ({
  ...row,
  isExternal: Boolean(row.isExternal),
  hasSignedIn: Boolean(row.hasSignedIn),
  isErased: Boolean(row.isErased),
  isSuperadministrator: Boolean(row.isSuperadministrator),
  memberships: JSON.parse(row.memberships) as KnownPerson['memberships'],
  last: row.last ? (JSON.parse(row.last) as KnownPerson['last']) : null,
})

const openMemberships = sql`(
  select json_group_array(json_object('organizationId', m.organization_id, 'isPrimary', m.is_primary, 'fromOn', m.from_on, 'toOn', m.to_on))
  from user_organizations m where m.user_id = u.id)`

const lastRow = sql`(
  select json_object('externalId', p.external_id, 'email', p.email, 'phone', p.phone,
    'memberships', json(p.memberships), 'closed', p.closed, 'mergedInto', p.merged_into)
  from register_people p where p.user_id = u.id
  order by p.external_id is coalesce(i.external_person_id, u.external_person_id) desc, p.changed_at desc, p.rowid desc
  limit 1)`

/**
 * Loads people by user id, with the real identity of protected people and the register's last data about each, inactive
 * and erased ones too; unknown ids are left out.
 */
export async function loadAccounts(db: Database, userIds: readonly number[]): Promise<Map<number, KnownPerson>> {
  const rows = await db.rows<AccountRow>(sql`
    select u.id as userId, coalesce(i.external_person_id, u.external_person_id) as externalId,
      coalesce(i.first_name, u.first_name) as firstName, coalesce(i.last_name, u.last_name) as lastName,
      iif(i.user_id is null, u.email, i.email) as email, iif(i.user_id is null, u.phone, i.phone) as phone,
      u.birth_on as birthOn, u.is_external as isExternal, u.last_login_at is not null as hasSignedIn,
      case when i.user_id is not null then iif(i.from_register, 'register', 'office') end as protection,
      u.erased_at is not null as isErased, 
      case when u.inactive_at is not null then
        iif(exists (select 1 from account_closures c where c.user_id = u.id), 'office', 'other') end as inactiveBy,
      exists (select 1 from user_roles r where r.user_id = u.id and r.role = 'SuperAdministrator') as isSuperadministrator,
      coalesce(i.memberships, ${openMemberships}) as memberships, ${lastRow} as last
    from ${listOf(userIds)} input join users u on u.id = input.value
    left join protected_identities i on i.user_id = u.id`)
  return new Map(rows.map((row) => [row.userId, toKnownPerson(row)]))
}
