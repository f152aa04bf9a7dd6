import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { managesEducation } from '#api/catalogue/scope/education-scope.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { administers, selectBranchIds } from '#api/people/reach/within-reach.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { mergedAwayPeople, peopleView } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import { isReachable } from '../storage.ts'
import type { OpenedItem } from './contract.ts'

interface OpenedIds {
  occasionIds: readonly number[]
  educationIds: readonly number[]
  personIds: readonly number[]
  organizationIds: readonly number[]
}

const asList = (ids: readonly number[]): SQL => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** SQL condition: the organisation is in a branch that the actor administers; false without such a role. */
function administersOrganization(actor: Actor): SQL {
  const roots = getAdministeredRoots(actor)
  if (roots === null) return sql`true`
  return roots.length > 0 ? sql`organizations.id in ${selectBranchIds(roots)}` : sql`false`
}

/**
 * Lists the names of those of the given pages that the actor may open: occasions that they lead or may manage. Then
 * educations that they may manage, and people and organisations that they administer. They are in no order; unknown ids
 * and closed accounts are left out. `startDate` is null but for occasions.
 *
 * Protected identities are left out for everybody: a name that was opened before the protection must not come back.
 */
export async function listOpened(
  db: Database,
  actor: Actor,
  { occasionIds, educationIds, personIds, organizationIds }: OpenedIds,
): Promise<OpenedItem[]> {
  const isEducator = isEducatorLevel(actor) ? sql`true` : sql`false`
  const rows = await db.query
    .select({
      kind: sql<OpenedItem['kind']>`opened.kind`.as('kind'),
      id: sql<number>`opened.id`.as('id'),
      title: sql<string>`opened.title`.as('title'),
      startsAt: sql<string | null>`opened.starts_at`.as('starts_at'),
    })
    .from(
      sql`(select 'occasion' as kind, occasions.id, coalesce(occasions.title, p.title) as title, occasions.starts_at
          from ${occasionsView} occasions join ${educationPartsView} p on p.id = occasions.education_part_id
          where occasions.id in ${asList(occasionIds)} and ${isEducator} and ${isReachable(actor)}
        union all
        select 'education', educations.id, educations.title, null from ${educationsView} educations
          where educations.id in ${asList(educationIds)} and ${isEducator} and ${managesEducation(actor) ?? sql`false`}
        union all
        select 'person', users.id, users.first_name || ' ' || users.last_name, null from ${peopleView} users
          where users.id in ${asList(personIds)} and ${administers(actor, sql`users.id`)} and users.inactive_at is null
            and users.erased_at is null and users.protected_at is null and users.id not in ${mergedAwayPeople}
        union all
        select 'organization', organizations.id, organizations.name, null from ${organizationsView} organizations
          where organizations.id in ${asList(organizationIds)} and ${administersOrganization(actor)}) opened`,
    )
  return rows.map(({ startsAt, ...row }) => ({ ...row, startDate: startsAt === null ? null : new Date(startsAt) }))
}
