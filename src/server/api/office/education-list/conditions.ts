import { type SQL, sql } from 'drizzle-orm'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { EducationFilter } from './contract.ts'

const asList = (values: readonly (number | string)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

/** Joins an education's parts `ep` with their occasions `o`, but for those given for another education. */
const occasionsOf = sql`education_to_part ep join occasions o
  on o.education_part_id = ep.education_part_id and (o.education_id is null or o.education_id = ep.education_id)`

const inCategory = (ids: number[]) =>
  sql`exists (select 1 from education_to_category c where c.education_id = educations.id and c.education_category_id in ${asList(ids)})`

const inRole = (ids: number[]) =>
  sql`exists (select 1 from education_to_role r where r.education_id = educations.id and r.kind = 'trains' and r.education_role_id in ${asList(ids)})`

const costsNothing = sql`educations.fee_minor = 0 and not exists (
  select 1 from education_to_part ep join education_parts p on p.id = ep.education_part_id
  where ep.education_id = educations.id and p.fee_minor > 0
)`

const noUpcomingFee = (now: string) => sql`not exists (
  select 1 from ${occasionsOf} where ep.education_id = educations.id
    and o.starts_at > ${now} and o.canceled_at is null and o.fee_minor > 0
)`

const hasRoom = (
  now: string,
) => sql`(o.max_participants is null or o.booked_count + o.reserved_count < o.max_participants)
  and (o.last_sign_up_at is null or o.last_sign_up_at >= ${now})`

function occasionLimits(filter: EducationFilter, now: string): SQL {
  const limits = [sql`o.canceled_at is null`, sql`o.starts_at > ${now}`]
  if (filter.startDate) limits.push(sql`o.starts_at >= ${startOfDay(filter.startDate).toISOString()}`)
  if (filter.endDate) limits.push(sql`o.starts_at <= ${endOfDay(filter.endDate).toISOString()}`)
  if (filter.city.length > 0) limits.push(sql`o.city in ${asList(filter.city)}`)
  if (filter.freeSpots) limits.push(hasRoom(now))
  return sql.join(limits, sql` and `)
}

/**
 * One occasion to come must meet all that is asked of occasions. A city or a last day leaves few of them, so those are
 * gathered first; otherwise nearly every education has one, and each is asked.
 */
function hasOccasion(filter: EducationFilter, now: string): SQL | null {
  const few = filter.city.length > 0 || filter.endDate !== undefined
  if (!few && !filter.freeSpots && !filter.startDate) return null
  const limits = occasionLimits(filter, now)
  return few
    ? sql`educations.id in (select ep.education_id from ${occasionsOf} where ${limits})`
    : sql`exists (select 1 from ${occasionsOf} where ep.education_id = educations.id and ${limits})`
}

/** What a filter asks of a row of `educations` at an instant, but for its text. */
export function conditionsOf(filter: EducationFilter, now: string): SQL[] {
  const conditions: SQL[] = []
  if (filter.category.length > 0) conditions.push(inCategory(filter.category))
  if (filter.role.length > 0) conditions.push(inRole(filter.role))
  if (filter.free) conditions.push(costsNothing, noUpcomingFee(now))
  const occasion = hasOccasion(filter, now)
  if (occasion) conditions.push(occasion)
  return conditions
}

/** The soonest occasion to come that is not canceled, as JSON. */
export const nextOccasion = (now: string) =>
  sql<string | null>`(
    select json_object(
      'id', o.id, 'educationPartId', o.education_part_id, 'startsAt', o.starts_at, 'endsAt', o.ends_at, 'city', o.city,
      'feeMinor', o.fee_minor, 'maxParticipants', o.max_participants, 'bookedCount', o.booked_count,
      'reservedCount', o.reserved_count, 'needsApproval', o.needs_approval
    )
    from ${occasionsOf}
    where ep.education_id = educations.id and o.starts_at > ${now} and o.canceled_at is null
    order by o.starts_at limit 1
  )`.as('next_occasion')

/** Lowest and highest fee of the occasions to come, in öre, as JSON; nulls without any. */
export const upcomingFees = (now: string) =>
  sql<string>`(
    select json_object('lowest', min(o.fee_minor), 'highest', max(o.fee_minor)) from ${occasionsOf}
    where ep.education_id = educations.id and o.starts_at > ${now} and o.canceled_at is null
  )`.as('upcoming_fees')

/** Id, title, type and fee of the parts in their order, as JSON. */
export const partsOfCard = sql<string>`(
  select json_group_array(json_object('id', id, 'title', title, 'type', type, 'feeMinor', fee_minor)) from (
    select p.id, p.title, p.type, p.fee_minor from education_to_part ep join education_parts p on p.id = ep.education_part_id
    where ep.education_id = educations.id order by ep.position
  )
)`.as('parts_of_card')
