import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { managesEducation } from '#api/catalogue/scope/education-scope.ts'
import type { Database } from '#platform/database.ts'
import { isReachable } from '../storage.ts'
import type { OpenedItem } from './contract.ts'

interface OpenedIds {
  occasionIds: readonly number[]
  educationIds: readonly number[]
}

const asList = (ids: readonly number[]): SQL => sql`(select value from json_each(${JSON.stringify(ids)}))`

/**
 * Lists those of the given occasions that the actor leads or may manage, and those of the given educations that they
 * may manage. They are in no order; unknown ids are left out. `startDate` is null for an education.
 */
export async function listOpened(
  db: Database,
  actor: Actor,
  { occasionIds, educationIds }: OpenedIds,
): Promise<OpenedItem[]> {
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
          where occasions.id in ${asList(occasionIds)} and ${isReachable(actor)}
        union all
        select 'education', educations.id, educations.title, null from ${educationsView} educations
          where educations.id in ${asList(educationIds)} and ${managesEducation(actor) ?? sql`false`}) opened`,
    )
  return rows.map(({ startsAt, ...row }) => ({ ...row, startDate: startsAt === null ? null : new Date(startsAt) }))
}
