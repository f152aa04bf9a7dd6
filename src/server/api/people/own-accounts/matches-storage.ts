import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { AddressMatch } from './rules.ts'

/** A row of `matchColumns`. */
export interface MatchRow {
  id: number
  userName: string
  email: string | null
  birthOn: string | null
  changedAt: string
  hasSignIn: 0 | 1
  isActive: 0 | 1
  isProtected: 0 | 1
}

/**
 * SQL condition: the row `known_person` of `users` has the e-mail address, in any case of letters, openly or behind a
 * protected identity; erased people do not.
 */
export const hasAddress = (
  email: string | SQL,
): SQL => sql`(known_person.erased_at is null and (lower(known_person.email) = lower(${email})
  or known_person.id in (select hidden_match.user_id from protected_identities hidden_match where lower(hidden_match.email) = lower(${email}))))`

/**
 * SQL query of the ids of people with the e-mail address, as `hasAddress` finds them, in no order; also of erased ones.
 */
export const selectAddressIds = (email: SQL): SQL => sql`
  select by_address.id from users by_address where lower(by_address.email) = lower(${email})
  union select hidden_address.user_id from protected_identities hidden_address where lower(hidden_address.email) = lower(${email})`

/** SQL condition: the row `known_person` of `users` has a way to sign in, or has signed in. */
const hasSignIn = sql`(known_person.password_hash is not null or known_person.last_login_at is not null
  or known_person.personal_number_hash is not null)`

/** SQL condition: the row `known_person` of `users` has never signed in, is active and has no protected identity. */
export const isUnclaimed = sql`(not ${hasSignIn} and known_person.inactive_at is null and known_person.protected_at is null)`

/** Columns of the row `known_person` of `users`, which `toAddressMatch` reads. */
export const matchColumns = sql`known_person.id, known_person.user_name as userName, known_person.email as email,
  known_person.birth_on as birthOn, known_person.changed_at as changedAt, ${hasSignIn} as hasSignIn,
  known_person.inactive_at is null as isActive, known_person.protected_at is not null as isProtected`

/** Converts a row of `matchColumns`. */
export const toAddressMatch = (row: MatchRow): AddressMatch => ({
  id: row.id,
  userName: row.userName,
  email: row.email,
  birthOn: row.birthOn,
  changedAt: new Date(row.changedAt),
  hasSignIn: row.hasSignIn === 1,
  isActive: row.isActive === 1,
  isProtected: row.isProtected === 1,
})

/**
 * Lists the people with an e-mail address by id, also inactive ones and protected identities, not erased ones. Never
 * for a reply: it shows who has an account.
 */
export async function listMatches(db: Database, email: string): Promise<AddressMatch[]> {
  const rows = await db.rows<MatchRow>(
    sql`select ${matchColumns} from users known_person where ${hasAddress(email)} order by known_person.id`,
  )
  return rows.map(toAddressMatch)
}

/** Returns a person by id as a match; null for an unknown id. Access is not checked here. */
export async function findMatch(db: Database, id: number): Promise<AddressMatch | null> {
  const [row] = await db.rows<MatchRow>(
    sql`select ${matchColumns} from users known_person where known_person.id = ${id} and known_person.erased_at is null`,
  )
  return row ? toAddressMatch(row) : null
}

/** Returns whether somebody has the user name, in upper or lower case; inactive people count too. */
export async function isUserNameTaken(db: Database, userName: string): Promise<boolean> {
  const rows = await db.rows(sql`select 1 as taken from users where lower(user_name) = lower(${userName})`)
  return rows.length > 0
}

/** Lists the id and name of all active clubs, by name. */
export const listClubs = (db: Database) =>
  db.rows<{ id: number; name: string }>(
    sql`select id, name from organizations where active = 1 and type = 2 order by name_key, id`,
  )

/** Returns the name of an active club by its id; null for an inactive one, another organisation or an unknown id. */
export async function findClubName(db: Database, id: number): Promise<string | null> {
  const [club] = await db.rows<{ name: string }>(
    sql`select name from organizations where id = ${id} and active = 1 and type = 2`,
  )
  return club?.name ?? null
}
