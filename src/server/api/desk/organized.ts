import { and, asc, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { Actor } from '../actor.ts'
import { managedBy } from '../educations/visible-to.ts'
import type { OccasionFilter } from '../occasions/contract.ts'
import { filterConditions, led, occasionFrom, selectOccasions } from '../occasions/storage.ts'
import { occasions } from '../occasions/table.ts'

/** Leads the occasion, or manages an education that it is given for: who opens its list of participants. */
const organizedBy = (actor: Actor) => sql`(${led(actor.id)} or exists (
  select 1 from education_to_part l join educations on educations.id = l.education_id
  where l.education_part_id = ${occasions.educationPartId}
    and (${occasions.educationId} is null or ${occasions.educationId} = educations.id)
    and ${managedBy(actor) ?? sql`false`}))`

export async function listOrganized(db: Database, actor: Actor, filter: OccasionFilter) {
  const { page, pageSize } = filter
  const wanted = and(...filterConditions(filter), organizedBy(actor))
  const [rows, [counted]] = await db.read([
    selectOccasions(db)
      .where(wanted)
      .orderBy(asc(occasions.startsAt), asc(occasions.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(occasions)
      .where(wanted),
  ] as const)
  return { items: rows.map(occasionFrom), total: counted?.total ?? 0, page, pageSize }
}
