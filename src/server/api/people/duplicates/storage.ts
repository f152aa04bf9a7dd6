import { type SQL, sql } from 'drizzle-orm'
import { toNameSpelling } from '#api/people/users/rules.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { PersonRecord } from './contract.ts'
import type { DuplicateReason, PairCursor } from './rules.ts'
import { dismissedDuplicates } from './table.ts'

const nameSpelling = (alias: string) => toNameSpelling(`${alias}.name_key`)

/** SQL: the expression of `idx_users_phone_digits`. */
const phoneDigits = (alias: string) => `replace(replace(replace(${alias}.phone, ' ', ''), '-', ''), '+46', '0')`

const isListed = (alias: string) =>
  `${alias}.merged_into is null and ${alias}.erased_at is null and ${alias}.protected_at is null`

/** SQL condition of each reason on the people `one` and `other`. Each reads `other` through an index. */
const conditions: Record<Exclude<DuplicateReason, 'registerId'>, SQL> = {
  birthDateAndName: sql.raw(`one.birth_on is not null and other.birth_on is not null
    and other.birth_on = one.birth_on and ${nameSpelling('other')} = ${nameSpelling('one')}`),
  emailAndBirthDate: sql.raw(
    'one.email is not null and one.birth_on is not null and lower(other.email) = lower(one.email) and +other.birth_on = one.birth_on',
  ),
  // Families share a phone: two birth dates with two first names are two people.
  phoneAndSurname: sql.raw(`one.phone is not null and other.phone is not null
    and ${phoneDigits('other')} = ${phoneDigits('one')} and other.last_name = one.last_name collate nocase
    and (other.birth_on = one.birth_on or other.birth_on is null or one.birth_on is null
      or other.first_name = one.first_name collate nocase)`),
}

const notMarked = sql`not exists (select 1 from dismissed_duplicates marked
  where marked.user_id = one.id and marked.other_user_id = other.id)`

const isAfter = ({ id, otherId }: PairCursor) => sql`one.id >= ${id} and (one.id > ${id} or other.id > ${otherId})`

/**
 * Returns the SQL query of at most `limit` pairs of people who may be one person for a reason, after the pair `after`.
 * A reason is the same date of birth with name or e-mail address, phone number with surname, or register id. Its
 * columns are `id` and `otherId`, the lower id first, and it is in their order. People who are merged away, erased or
 * protected are in none, and neither are pairs that the office has marked as two people; inactive ones are.
 */
export function selectPairs(reason: DuplicateReason, after: PairCursor, limit: number): SQL {
  // An id of the register that stands in the portal's account and in the register's list with another account.
  const people =
    reason === 'registerId'
      ? sql`register_people listed
        join users holder on holder.external_person_id = listed.external_id and holder.id <> listed.user_id
        join users one on one.id = min(holder.id, listed.user_id)
        join users other on other.id = max(holder.id, listed.user_id)`
      : sql`users one cross join users other on other.id > one.id and ${conditions[reason]}`
  return sql`select one.id as id, other.id as otherId from ${people}
    where ${isAfter(after)} and ${sql.raw(isListed('one'))} and ${sql.raw(isListed('other'))} and ${notMarked}
    order by one.id, other.id limit ${limit}`
}

/**
 * Lists at most `limit` pairs of people with a reason to be one person, by their ids and after the pair `after`. Pairs
 * are left out as in `selectPairs`; access is not checked here.
 */
export const listPairs = (db: Database, reason: DuplicateReason, after: PairCursor, limit: number) =>
  db.rows<PairCursor>(selectPairs(reason, after, limit))

interface RecordRow extends Omit<PersonRecord, 'organizations' | 'lastLogin' | 'inactive' | 'created'> {
  organizations: string
  lastLogin: string | null
  inactive: 0 | 1
  created: string
}

const toRecord = ({ organizations, lastLogin, inactive, created, ...row }: RecordRow): PersonRecord => ({
  ...row,
  organizations: JSON.parse(organizations) as string[],
  lastLogin: lastLogin === null ? null : new Date(lastLogin),
  inactive: inactive === 1,
  created: new Date(created),
})

/**
 * Loads people by id with the data by which the office recognises them, inactive ones too; unknown ids are left out. A
 * protected identity has the masked name and no e-mail address. Access is not checked here.
 */
export async function loadRecords(db: Database, ids: readonly number[]): Promise<Map<number, PersonRecord>> {
  const rows = await db.rows<RecordRow>(sql`
    select u.id, u.first_name || ' ' || u.last_name as name, u.user_name as userName, u.email, u.phone,
      u.birth_on as birthDate, u.external_person_id as registerId, u.last_login_at as lastLogin,
      u.inactive_at is not null as inactive, u.created_at as created,
      (select json_group_array(o.name) from user_organizations m join organizations o on o.id = m.organization_id
        where m.user_id = u.id) as organizations
    from users u where u.id in (select value from json_each(${JSON.stringify(ids)}))`)
  return new Map(rows.map((row) => [row.id, toRecord(row)]))
}

/**
 * Returns the statement that marks a pair of records as two different people, so that it is no longer listed; does
 * nothing for one that is marked.
 */
export const insertDistinctPair = (db: Database, pair: typeof dismissedDuplicates.$inferInsert): Statement =>
  db.query.insert(dismissedDuplicates).values(pair).onConflictDoNothing()
