import { type SQL, sql } from 'drizzle-orm'
import { startsWith } from '#api/text-conditions.ts'
import type { Database } from '#platform/database.ts'

const maxPeople = 50

/**
 * Lists the ids of at most 50 people whose user name or id equals the text, or whose full name begins with it. They are
 * in no order, case is ignored, and the list is empty when none matches. Inactive people are found too. Access is not
 * checked here.
 */
export async function findPeople(db: Database, who: string): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select id from users
    where user_name = ${who} collate nocase or cast(id as text) = ${who}
      or ${startsWith(sql`(first_name || ' ' || last_name)`, who)}
    limit ${maxPeople}`)
  return rows.map(({ id }) => id)
}

/**
 * Values of which one names a person: an e-mail address in lower case, a register id, and the beginning of a phone
 * number in digits.
 */
interface PersonValues {
  email: string
  registerId: string
  phone: string | null
}

/** SQL: the expression of `idx_users_phone_digits`. */
const phoneDigits = sql`replace(replace(replace(users.phone, ' ', ''), '-', ''), '+46', '0')`

/**
 * SQL: `id` and a negative `score` of the people with one of the values, an e-mail address and a register id before a
 * phone number. They find only people who meet `contactShown`, a condition on `users`.
 */
export const selectExactPeople = ({ email, registerId, phone }: PersonValues, contactShown: SQL): SQL => sql`
  select id, -4000 as score from users where lower(users.email) = ${email} and users.merged_into is null
    and ${contactShown}
  union all select id, -4000 from users where users.external_person_id = ${registerId} and users.merged_into is null
    and ${contactShown}
  ${
    phone === null
      ? sql``
      : sql`union all select id, -3000 from users where users.phone is not null and users.merged_into is null
    and ${phoneDigits} >= ${phone} and ${phoneDigits} < ${`${phone}:`} and ${contactShown}`
  }`
