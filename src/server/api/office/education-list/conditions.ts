import { type SQL, sql } from 'drizzle-orm'
import {
  categoriesOfEducations,
  describedPartsOfEducations,
  trainedRolesOfEducations,
} from '#api/catalogue/educations/views.ts'
import { occasionsOfEducations } from '#api/catalogue/occasions/views.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { EducationFilter } from './contract.ts'

const jsonList = (values: readonly (number | string)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

const inCategory = (ids: number[]) =>
  sql`exists (select 1 from ${categoriesOfEducations} c where c.education_id = educations.id and c.education_category_id in ${jsonList(ids)})`

const inRole = (ids: number[]) =>
  sql`exists (select 1 from ${trainedRolesOfEducations} r where r.education_id = educations.id and r.education_role_id in ${jsonList(ids)})`

const costsNothing = sql`educations.fee_minor = 0 and not exists (
  select 1 from ${describedPartsOfEducations} p where p.education_id = educations.id and p.fee_minor > 0
)`

const noUpcomingFee = (now: string) => sql`not exists (
  select 1 from ${occasionsOfEducations} o where o.education_id = educations.id
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
  if (filter.city.length > 0) limits.push(sql`o.city in ${jsonList(filter.city)}`)
  if (filter.freeSpots) limits.push(hasRoom(now))
  return sql.join(limits, sql` and `)
}

/**
 * SQL condition: one future occasion meets all occasion filters. With a city or an end date few occasions match, so a
 * subquery collects their educations first; otherwise nearly every education has one, and `exists` is faster.
 */
function hasOccasion(filter: EducationFilter, now: string): SQL | null {
  const few = filter.city.length > 0 || filter.endDate !== undefined
  if (!few && !filter.freeSpots && !filter.startDate) return null
  const limits = occasionLimits(filter, now)
  return few
    ? sql`educations.id in (select o.education_id from ${occasionsOfEducations} o where ${limits})`
    : sql`exists (select 1 from ${occasionsOfEducations} o where o.education_id = educations.id and ${limits})`
}

/** Builds the SQL conditions of a filter, except its text, on rows of `educations`. */
export function conditionsOf(filter: EducationFilter, now: string): SQL[] {
  const conditions: SQL[] = []
  if (filter.category.length > 0) conditions.push(inCategory(filter.category))
  if (filter.role.length > 0) conditions.push(inRole(filter.role))
  if (filter.free) conditions.push(costsNothing, noUpcomingFee(now))
  const occasion = hasOccasion(filter, now)
  if (occasion) conditions.push(occasion)
  return conditions
}

/** SQL: the earliest future occasion that is not cancelled, as JSON; null without one. */
export const nextOccasion = (now: string) =>
  sql<string | null>`(
    select json_object(
      'id', o.occasion_id, 'educationPartId', o.education_part_id, 'startsAt', o.starts_at, 'endsAt', o.ends_at, 'city', o.city,
      'feeMinor', o.fee_minor, 'maxParticipants', o.max_participants, 'bookedCount', o.booked_count,
      'reservedCount', o.reserved_count, 'needsApproval', o.needs_approval
    )
    from ${occasionsOfEducations} o
    where o.education_id = educations.id and o.starts_at > ${now} and o.canceled_at is null
    order by o.starts_at limit 1
  )`.as('next_occasion')

/** SQL: lowest and highest fee of future occasions in öre, as JSON; nulls without any. */
export const upcomingFees = (now: string) =>
  sql<string>`(
    select json_object('lowest', min(o.fee_minor), 'highest', max(o.fee_minor)) from ${occasionsOfEducations} o
    where o.education_id = educations.id and o.starts_at > ${now} and o.canceled_at is null
  )`.as('upcoming_fees')

/** SQL: id, title, type and fee of the parts in order, as JSON. */
export const partsOfCard = sql<string>`(
  select json_group_array(json_object('id', education_part_id, 'title', title, 'type', type, 'feeMinor', fee_minor)) from (
    select p.education_part_id, p.title, p.type, p.fee_minor from ${describedPartsOfEducations} p
    where p.education_id = educations.id order by p.position
  )
)`.as('parts_of_card')
