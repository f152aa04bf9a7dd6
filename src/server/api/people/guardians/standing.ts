import { type SQL, sql } from 'drizzle-orm'
import { cameOfAgeOn } from '#api/ages.ts'
import type { PersonId } from '#api/people/reach/within-reach.ts'
import type { Database } from '#platform/database.ts'

/** The confirmed guardians of a person who were born by a date: rows of `guardian_links` and of `users`, as `guardian_adult`. */
const standing = (childId: PersonId, bornBy: string, byOrganizer: SQL) => sql`
  from guardian_links standing_link join users guardian_adult on guardian_adult.id = standing_link.adult_user_id
  where standing_link.child_user_id = ${childId} and standing_link.confirmed_at is not null
    and guardian_adult.inactive_at is null and guardian_adult.birth_on <= ${bornBy}
    and (guardian_adult.is_external = 0 or ${byOrganizer})`

/** Whom one can choose between, as JSON of id and name; an external one only when an organiser does (spec G-070). */
export const guardiansOn = (childId: PersonId, dayOn: string, byOrganizer: SQL) => sql<string>`(
  select json_group_array(json_object('id', guardian_adult.id,
    'name', guardian_adult.first_name || ' ' || guardian_adult.last_name))
  ${standing(childId, cameOfAgeOn(dayOn), byOrganizer)})`

/** The ids of those born by a date, as JSON, for a prepared query: `cameOfAgeOn` gives the date for a day. */
export const guardianIdsBornBy = (childId: PersonId, bornBy: string) => sql<string>`(
  select json_group_array(guardian_adult.id) ${standing(childId, bornBy, sql`false`)})`

/** Whether that adult stands as a guardian of the person on the day. */
export const isStandingGuardian = (childId: PersonId, adultId: PersonId, dayOn: string, byOrganizer: SQL) =>
  sql<0 | 1>`exists (select 1 ${standing(childId, cameOfAgeOn(dayOn), byOrganizer)} and guardian_adult.id = ${adultId})`

/** Whether the person has a confirmed guardian on the day, of the federation's own people. */
export const hasGuardianOn = (childId: PersonId, dayOn: string) =>
  sql<0 | 1>`exists (select 1 ${standing(childId, cameOfAgeOn(dayOn), sql`false`)})`

/** Whom the person can choose between on the day. */
export async function listGuardiansOn(db: Database, childId: number, dayOn: string, byOrganizer: boolean) {
  const allowed = byOrganizer ? sql`true` : sql`false`
  const [row] = await db.query.select({ found: guardiansOn(childId, dayOn, allowed) }).from(sql`(select 1)`)
  return JSON.parse(row?.found ?? '[]') as { id: number; name: string }[]
}
