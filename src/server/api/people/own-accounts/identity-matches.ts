import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { IdentifiedPerson } from './identity.ts'
import { type MatchRow, matchColumns, toAddressMatch } from './matches-storage.ts'
import { registerNumbers } from './register-numbers.ts'
import type { IdentityMatch } from './rules.ts'

/** An identified person as SQL: values, or columns of a request. */
export interface IdentityValues {
  personHash: SQL
  firstName: SQL
  lastName: SQL
  birthOn: SQL
}

/** SQL: a name in lower case, with spaces in place of hyphens. */
const toKey = (name: SQL) =>
  sql`replace(replace(replace(replace(replace(replace(lower(${name}), 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö'), 'É', 'é'), 'Ü', 'ü'), '-', ' ')`

const hasWords = (text: SQL, words: SQL) => sql`instr(' ' || ${toKey(text)} || ' ', ' ' || ${toKey(words)} || ' ') > 0`

/** SQL condition: the surname is the same, and one has the given names of the other among its own. */
const hasName = (firstName: SQL, lastName: SQL, identity: IdentityValues) =>
  sql`(${toKey(lastName)} = ${toKey(identity.lastName)}
    and (${hasWords(identity.firstName, firstName)} or ${hasWords(firstName, identity.firstName)}))`

/**
 * SQL condition: the row `known_person` of `users` has the identity's surname and given names, no more and no fewer.
 */
const hasSameName = ({ firstName, lastName }: IdentityValues) =>
  sql`(${toKey(sql`known_person.last_name`)} = ${toKey(lastName)} and ${toKey(sql`known_person.first_name`)} = ${toKey(firstName)})`

/**
 * SQL query of the ids of people with the identity's name and date of birth, in no order, also of protected identities.
 * Protected identities are few, so they are read before their people.
 */
const selectIdsByName = (identity: IdentityValues) => sql`
  select same_name.id from users same_name where same_name.birth_on = ${identity.birthOn} and same_name.merged_into is null
    and same_name.erased_at is null and same_name.protected_at is null
    and ${hasName(sql`same_name.first_name`, sql`same_name.last_name`, identity)}
  union select hidden_name.user_id from protected_identities hidden_name cross join users hidden_namesake on hidden_namesake.id = hidden_name.user_id
    where hidden_namesake.birth_on = ${identity.birthOn} and ${hasName(sql`hidden_name.first_name`, sql`hidden_name.last_name`, identity)}`

const selectIdsByNumber = ({ personHash }: IdentityValues) =>
  sql`select numbered.user_id from ${registerNumbers} numbered where numbered.number_hash = ${personHash}`

/** SQL condition: the register gives the row `known_person` of `users` the identity's personal number. */
const hasNumber = (identity: IdentityValues) => sql`known_person.id in (${selectIdsByNumber(identity)})`

/**
 * SQL condition: the row `known_person` of `users` is somebody else: the register, or a connected identification, gives
 * them another personal number only.
 */
export const hasOtherNumber = (identity: IdentityValues): SQL =>
  sql`coalesce(not ${hasNumber(identity)} and (known_person.personal_number_hash <> ${identity.personHash}
    or exists (select 1 from ${registerNumbers} other_number where other_number.user_id = known_person.id)), 0)`

/**
 * SQL condition: the row `known_person` of `users` has a date of birth other than the identity's, and the register does
 * not give them its personal number.
 */
export const hasOtherBirthday = (identity: IdentityValues): SQL =>
  sql`(coalesce(known_person.birth_on <> ${identity.birthOn}, 0) and not ${hasNumber(identity)})`

/**
 * SQL query of the ids of people who have the identity's personal number, or name and date of birth, in no order. For
 * a null number, of a person who is not identified, there are none.
 */
export const selectIdentityIds = (identity: IdentityValues): SQL =>
  sql`${selectIdsByNumber(identity)} union select same_identity.id from (${selectIdsByName(identity)}) same_identity where ${identity.personHash} is not null`

/**
 * Lists the people who may be an identified person, by id: those to whom the register gives the personal number, and
 * those of the same name and date of birth. Inactive ones and protected identities are listed, and people with another
 * personal number are not. Never for a reply: it shows who has an account.
 */
export async function listIdentityMatches(
  db: Database,
  { personHash, firstName, lastName, birthOn }: Omit<IdentifiedPerson, 'provider'>,
): Promise<IdentityMatch[]> {
  const identity = {
    personHash: sql`${personHash}`,
    firstName: sql`${firstName}`,
    lastName: sql`${lastName}`,
    birthOn: sql`${birthOn}`,
  }
  const rows = await db.rows<MatchRow & { hasNumber: 0 | 1; hasSameName: 0 | 1 }>(sql`
    select ${matchColumns}, ${hasNumber(identity)} as hasNumber, ${hasSameName(identity)} as hasSameName from users known_person
    where known_person.erased_at is null and known_person.merged_into is null
      and known_person.id in (${selectIdentityIds(identity)})
      and not ${hasOtherNumber(identity)}
    order by known_person.id`)
  return rows.map((row) => ({
    ...toAddressMatch(row),
    hasNumber: row.hasNumber === 1,
    hasSameName: row.hasSameName === 1,
  }))
}
