import { sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { canSeeName } from '#api/people/reach/within-reach.ts'
import { activeEducators } from '#api/people/roles/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import type { ResponsiblePerson } from './contract.ts'
import { isOrganizedBy, rememberedSince } from './storage.ts'

const maxPeople = 15

const categoriesOf = (educationPartId: unknown) => sql`
  select placed_category.education_category_id from education_to_part placed_part
  join education_to_category placed_category on placed_category.education_id = placed_part.education_id
  where placed_part.education_part_id = ${educationPartId}`

/**
 * Lists at most 15 active educators and administrators who have been responsible for occasions that the actor
 * organises, from two years back: those of the part `educationPartId` first, then those of its categories, then others;
 * in each group the latest first. Without a part all are one group.
 * People whose names the actor may not see are left out.
 */
export const listResponsiblePeople = (
  db: Database,
  actor: Actor,
  educationPartId: number | undefined,
  now: Date,
): Promise<ResponsiblePerson[]> => {
  // No part has the id 0.
  const partId = educationPartId ?? 0
  return db.rows<ResponsiblePerson>(sql`
    select users.id, users.first_name || ' ' || users.last_name as name
    from occasion_responsibles earlier_people
    join occasions on occasions.id = earlier_people.occasion_id
    join ${peopleView} users on users.id = earlier_people.user_id
    where occasions.starts_at > ${rememberedSince(now).toISOString()} and users.id in ${activeEducators}
      and ${isOrganizedBy(actor)} and ${canSeeName(actor)}
    group by users.id
    order by min(case when occasions.education_part_id = ${partId} then 0
      when exists (select 1 from (${categoriesOf(partId)}) asked_category
        where asked_category.education_category_id in (${categoriesOf(sql`occasions.education_part_id`)})) then 1 else 2 end),
      max(occasions.starts_at) desc, users.id
    limit ${maxPeople}`)
}
