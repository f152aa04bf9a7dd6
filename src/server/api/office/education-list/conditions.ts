import { type SQL, sql } from 'drizzle-orm'
import {
  categoriesOfEducations,
  describedPartsOfEducations,
  trainedRolesOfEducations,
} from '#api/catalogue/educations/views.ts'
import {
  type ExternalFlag,
  entryOccasions,
  isOpenToPerson,
  occasionsOfEducations,
  occasionsView,
  openOccasions,
} from '#api/catalogue/occasions/views.ts'
import { requirementsOfLicenses } from '#api/participation/licenses/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { EducationFilter } from './contract.ts'

/** The person for whom dates and prices are selected, at an ISO time. */
export interface CardReader {
  now: string
  isExternal: ExternalFlag
}

/** A filter with the limits that only other slices set. */
export interface CardFilter extends EducationFilter {
  /** Only educations that the public catalogue shows. */
  isPublic?: boolean
  educationId?: number
  /** Only educations that somebody needs to get this licence for the first time. */
  licenseId?: number
  /** Only occasions that this organisation or one below it arranges. */
  organizerId?: number | undefined
}

const jsonList = (values: readonly (number | string)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

const inCategory = (ids: number[]) =>
  sql`exists (select 1 from ${categoriesOfEducations} c where c.education_id = educations.id and c.education_category_id in ${jsonList(ids)})`

const inRole = (ids: number[]) =>
  sql`exists (select 1 from ${trainedRolesOfEducations} r where r.education_id = educations.id and r.education_role_id in ${jsonList(ids)})`

const isNeededFor = (licenseId: number) => sql`educations.id in (
  select needed.reference_id from ${requirementsOfLicenses} needed
  where needed.license_id = ${licenseId} and needed.kind = 0 and needed.purpose = 'first')`

const costsNothing = sql`educations.fee_minor = 0 and not exists (
  select 1 from ${describedPartsOfEducations} p where p.education_id = educations.id and p.fee_minor > 0
)`

const noOpenFee = ({ now, isExternal }: CardReader) => sql`not exists (
  select 1 from ${openOccasions(now)} o where o.education_id = educations.id and o.fee_minor > 0 and ${isOpenToPerson('o', isExternal)}
)`

/**
 * SQL condition: the occasion with this id is arranged by the organisation or by one below it in the tree. `occasionId`
 * is an SQL expression.
 */
export const isArrangedBelow = (occasionId: SQL, organizationId: number): SQL => sql`${occasionId} in (
  select arranged.id from ${occasionsView} arranged
  join ${organizationsView} arranger on arranger.id = arranged.organizer_organization_id
  join ${organizationsView} arranged_below on arranged_below.id = ${organizationId} and arranger.path like arranged_below.path || '%')`

/** The limits of a filter on a row `o` of occasions, but for free seats. */
function timeAndPlace(filter: CardFilter): SQL[] {
  const limits: SQL[] = []
  if (filter.startDate) limits.push(sql`o.starts_at >= ${startOfDay(filter.startDate).toISOString()}`)
  if (filter.endDate) limits.push(sql`o.starts_at <= ${endOfDay(filter.endDate).toISOString()}`)
  if (filter.city.length > 0) limits.push(sql`o.city in ${jsonList(filter.city)}`)
  if (filter.organizerId) limits.push(isArrangedBelow(sql`o.occasion_id`, filter.organizerId))
  return limits
}

/** A free seat counts where a card shows it, which is an occasion that the education can be begun with. */
const occasionsFor = (filter: CardFilter, { now, isExternal }: CardReader): SQL =>
  filter.freeSpots ? entryOccasions(now, isExternal) : occasionsOfEducations

function occasionLimits(filter: CardFilter, now: string): SQL {
  const state = filter.freeSpots ? [sql`o.has_available_seat`] : [sql`o.canceled_at is null`, sql`o.starts_at > ${now}`]
  return sql.join([...state, ...timeAndPlace(filter)], sql` and `)
}

/**
 * SQL condition: one future occasion meets all occasion filters. With a city or an end date few occasions match, so a
 * subquery collects their educations first; otherwise nearly every education has one, and `exists` is faster.
 */
function hasOccasion(filter: CardFilter, reader: CardReader): SQL | null {
  const few = filter.city.length > 0 || filter.endDate !== undefined || filter.organizerId !== undefined
  if (!few && !filter.freeSpots && !filter.startDate) return null
  const limits = occasionLimits(filter, reader.now)
  const occasions = occasionsFor(filter, reader)
  return few
    ? sql`educations.id in (select o.education_id from ${occasions} o where ${limits})`
    : sql`exists (select 1 from ${occasions} o where o.education_id = educations.id and ${limits})`
}

/**
 * Builds the SQL conditions of a filter of educations, except its text, on rows of `educations`; empty for a filter
 * without limits.
 * All conditions must hold; a list matches any of its values. `reader` is the person whose fees and occasions count,
 * and the present time. Visibility to a caller is not among them.
 */
export function buildConditions(filter: CardFilter, reader: CardReader): SQL[] {
  const conditions: SQL[] = []
  if (filter.isPublic) conditions.push(sql`educations.in_public_catalogue = 1`)
  if (filter.educationId) conditions.push(sql`educations.id = ${filter.educationId}`)
  if (filter.licenseId) conditions.push(isNeededFor(filter.licenseId))
  if (filter.category.length > 0) conditions.push(inCategory(filter.category))
  if (filter.role.length > 0) conditions.push(inRole(filter.role))
  if (filter.free) conditions.push(costsNothing, noOpenFee(reader))
  const occasion = hasOccasion(filter, reader)
  if (occasion) conditions.push(occasion)
  return conditions
}

/**
 * SQL column `next_occasion` of a query on `educations`: the soonest occasion by which the person can begin, with a
 * free seat, or else the soonest full one. JSON with fees in öre and ISO times; null without any.
 *
 * Only occasions that fit the filter's time, place and organiser count. `others` counts the further ones with a free
 * seat. `before` has further SQL orders, compared after the free seat and before the time.
 */
export function selectNextOccasion(filter: CardFilter, { now, isExternal }: CardReader, before: readonly SQL[] = []) {
  const fits = [sql`o.education_id = educations.id`, ...timeAndPlace(filter)]
  return sql<string | null>`(
    select json_object(
      'id', o.occasion_id, 'educationPartId', o.education_part_id, 'startsAt', o.starts_at, 'endsAt', o.ends_at, 'city', o.city,
      'feeMinor', o.fee_minor, 'maxParticipants', o.max_participants, 'bookedCount', o.booked_count,
      'reservedCount', o.reserved_count, 'needsApproval', o.needs_approval,
      'others', sum(o.has_available_seat) over () - o.has_available_seat
    )
    from ${entryOccasions(now, isExternal)} o where ${sql.join(fits, sql` and `)}
    order by ${sql.join([sql`o.has_available_seat desc`, ...before, sql`o.starts_at`], sql`, `)} limit 1
  )`.as('next_occasion')
}
