import { type SQL, sql } from 'drizzle-orm'
import { latestAdultBirth } from '#api/ages.ts'
import type { PersonId } from '#api/people/reach/within-reach.ts'
import type { Database } from '#platform/database.ts'

/**
 * SQL for a person's confirmed, active guardians who were born on a date or earlier: rows of `guardian_links` and of
 * `users`, as `guardian_adult`.
 */
const confirmedGuardians = (childId: PersonId, bornBy: string | SQL, isByOrganizer: SQL) => sql`
  from guardian_links standing_link join users guardian_adult on guardian_adult.id = standing_link.adult_user_id
  where standing_link.child_user_id = ${childId} and standing_link.confirmed_at is not null
    and guardian_adult.inactive_at is null and guardian_adult.birth_on <= ${bornBy}
    and (guardian_adult.is_external = 0 or ${isByOrganizer})`

/**
 * SQL expression: the guardians of a person that can be chosen on the day (`yyyy-MM-dd`), as a JSON array of `id` and
 * `name`, in no order. They are confirmed, active and of age. Includes adults from outside the federation only where
 * the expression `isByOrganizer` is true (spec G-070); the person's own age is not checked.
 */
export const eligibleGuardians = (childId: PersonId, dayOn: string, isByOrganizer: SQL) => sql<string>`(
  select json_group_array(json_object('id', guardian_adult.id,
    'name', guardian_adult.first_name || ' ' || guardian_adult.last_name))
  ${confirmedGuardians(childId, latestAdultBirth(dayOn), isByOrganizer)})`

/**
 * SQL expression: the ids of a person's confirmed, active guardians born on the day `bornBy` or earlier, as a JSON
 * array in no order, for a prepared query. Leaves out adults from outside the federation. `latestAdultBirth` returns
 * the date for a day.
 */
export const eligibleGuardianIds = (childId: PersonId, bornBy: string | SQL) => sql<string>`(
  select json_group_array(guardian_adult.id) ${confirmedGuardians(childId, bornBy, sql`false`)})`

/**
 * SQL condition: the adult is a confirmed, active guardian of the person, and of age on the day (`yyyy-MM-dd`). An
 * adult from outside the federation may be one only where the expression `isByOrganizer` is true.
 */
export const isEligibleGuardian = (childId: PersonId, adultId: PersonId, dayOn: string, isByOrganizer: SQL) =>
  sql<
    0 | 1
  >`exists (select 1 ${confirmedGuardians(childId, latestAdultBirth(dayOn), isByOrganizer)} and guardian_adult.id = ${adultId})`

/**
 * SQL condition: the person has a confirmed, active guardian who is of age on the day (`yyyy-MM-dd`) and belongs to the
 * federation. The person's own age is not checked.
 */
export const hasEligibleGuardian = (childId: PersonId, dayOn: string) =>
  sql<0 | 1>`exists (select 1 ${confirmedGuardians(childId, latestAdultBirth(dayOn), sql`false`)})`

/**
 * Lists the confirmed, active guardians of age that can be chosen for a person on the day (`yyyy-MM-dd`), with id and
 * name, in no order; empty when there is none. Adults from outside the federation are included only when an organiser
 * chooses (`isByOrganizer`).
 */
export async function listEligibleGuardians(db: Database, childId: number, dayOn: string, isByOrganizer: boolean) {
  const allowed = isByOrganizer ? sql`true` : sql`false`
  const [row] = await db.query.select({ found: eligibleGuardians(childId, dayOn, allowed) }).from(sql`(select 1)`)
  return JSON.parse(row?.found ?? '[]') as { id: number; name: string }[]
}
