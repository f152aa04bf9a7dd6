import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { PersonId } from '../users/within-reach.ts'
import { cameOfAgeOn } from './rules.ts'

/** The confirmed guardians of a person who are of age on the day: `g` and `a`, the link and the adult. */
const standing = (childId: PersonId, dayOn: string, byOrganizer: SQL) => sql`
  from guardian_links g join users a on a.id = g.adult_user_id
  where g.child_user_id = ${childId} and g.confirmed_at is not null and a.inactive_at is null
    and a.birth_on <= ${cameOfAgeOn(dayOn)} and (a.is_external = 0 or ${byOrganizer})`

/** Whom one can choose between, as JSON of id and name; an external one only when an organiser does (gaps G-070). */
export const guardiansOn = (childId: PersonId, dayOn: string, byOrganizer: SQL) => sql<string>`(
  select json_group_array(json_object('id', a.id, 'name', a.first_name || ' ' || a.last_name))
  ${standing(childId, dayOn, byOrganizer)})`

/** Whether that adult stands as a guardian of the person on the day. */
export const isStandingGuardian = (childId: PersonId, adultId: PersonId, dayOn: string, byOrganizer: SQL) =>
  sql<0 | 1>`exists (select 1 ${standing(childId, dayOn, byOrganizer)} and a.id = ${adultId})`

/** Whether the person has a confirmed guardian on the day, of the federation's own people. */
export const hasGuardianOn = (childId: PersonId, dayOn: string) =>
  sql<0 | 1>`exists (select 1 ${standing(childId, dayOn, sql`false`)})`

/** Whom the person can choose between on the day. */
export async function listGuardiansOn(db: Database, childId: number, dayOn: string, byOrganizer: boolean) {
  const allowed = byOrganizer ? sql`true` : sql`false`
  const [row] = await db.query.select({ found: guardiansOn(childId, dayOn, allowed) }).from(sql`(select 1)`)
  return JSON.parse(row?.found ?? '[]') as { id: number; name: string }[]
}
