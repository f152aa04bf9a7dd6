import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '../actor.ts'
import { managedBy } from '../educations/visible-to.ts'

const below = (organizationIds: number[]) => sql`(
  with recursive below(id) as (
    select value from json_each(${JSON.stringify(organizationIds)})
    union
    select o.id from organizations o join below on o.parent_id = below.id
  )
  select id from below
)`

const takesPart = (managed: SQL) => sql`(
  exists (
    select 1 from education_results r join educations on educations.id = r.education_id
    where r.user_id = users.id and ${managed}
  )
  or exists (
    select 1 from education_part_results r
    join education_to_part ep on ep.education_part_id = r.education_part_id
    join educations on educations.id = ep.education_id
    where r.user_id = users.id and r.canceled = 0 and (r.education_id is null or r.education_id = educations.id) and ${managed}
  )
)`

/**
 * Whom a person may look for, as a condition on a row of `users` (gaps G-078): administrators those of their
 * organisations and below, educators those who take part in what they manage; null for everybody else.
 */
export function searchablePeople(actor: Actor | null): SQL | null {
  if (!actor) return null
  if (isSuperadministrator(actor)) return sql`true`
  const administrator = actor.roles.Administrator
  if (administrator) {
    const organizationIds = administrator.Organization ?? []
    if (organizationIds.length === 0) return sql`true`
    return sql`exists (select 1 from user_organizations m where m.user_id = users.id and m.organization_id in ${below(organizationIds)})`
  }
  const managed = managedBy(actor)
  return managed && takesPart(managed)
}
