import { type SQL, sql } from 'drizzle-orm'
import { categoriesOfEducations, describedPartsOfEducations } from '#api/catalogue/educations/views.ts'
import { entryOccasions } from '#api/catalogue/occasions/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { openFeesOf } from './card-facts.ts'
import type { CardReader } from './conditions.ts'
import type { EducationPageFilter } from './contract.ts'

/** The order of a list; without `by`, the fit to the text and then the title. */
export type EducationOrder = Pick<EducationPageFilter, 'order' | 'first'>

/** The order of a list whose reader has chosen none and has no favourite categories. */
export const byTitle: EducationOrder = { order: undefined, first: [] }

/** Returns the organisation that an order by nearness starts from; null for another order. */
const parseNear = (order: string | undefined): number | null =>
  order?.startsWith('near.') ? Number(order.slice('near.'.length)) : null

const cityOf = (organizationId: number) =>
  sql`(select lower(city) from ${organizationsView} where id = ${organizationId})`

/** The cities of all organisations in the same district; empty for an organisation outside every district. */
const citiesOfDistrict = (organizationId: number) => sql`(
  select lower(neighbour.city) from ${organizationsView} own_club
  join ${organizationsView} district on district.type = 1 and own_club.path like district.path || '%'
  join ${organizationsView} neighbour on neighbour.path like district.path || '%'
  where own_club.id = ${organizationId} and neighbour.city is not null)`

/**
 * SQL: 0 for an occasion `o` in the organisation's city, 1 in its district, else 2. There are no coordinates to measure
 * by.
 */
const distanceFrom = (organizationId: number): SQL => sql`case when lower(o.city) = ${cityOf(organizationId)} then 0
  when lower(o.city) in ${citiesOfDistrict(organizationId)} then 1 else 2 end`

/**
 * Returns the SQL terms by which the nearest occasion `o` becomes the date on an education's card, before its time
 * counts: in the organisation's city, then in its district, then others. Empty unless the list is ordered by nearness.
 */
export function nearestFirst({ order }: Pick<EducationOrder, 'order'>): SQL[] {
  const organizationId = parseNear(order)
  return organizationId === null ? [] : [distanceFrom(organizationId)]
}

/**
 * SQL: the lowest price of a first sign-up in öre, as `feeRangeFrom` gives it. A card leaves out an education's fee
 * that the person has paid; the order does not, because members share the reply.
 */
const lowestFee = ({ now, isExternal }: CardReader) => sql`educations.fee_minor + coalesce((
  select min(case when priced_part.type = 0 then coalesce(${openFeesOf(sql`educations.id`, now, isExternal)} ->> 'lowest', priced_part.fee_minor)
    else priced_part.fee_minor end)
  from ${describedPartsOfEducations} priced_part where priced_part.education_id = educations.id), 0)`

/** SQL: the date that the card shows. */
const dateOfCard = sql`next_occasion ->> 'startsAt'`

const isInNone = (categoryIds: readonly number[]) => sql`not exists (
  select 1 from ${categoriesOfEducations} c where c.education_id = educations.id
    and c.education_category_id in (select value from json_each(${JSON.stringify(categoryIds)})))`

/**
 * Returns the SQL terms of an order (date, price or nearness) on rows of `educations`; the caller appends the title.
 * Without one of these orders it is the term by which educations in the categories `first` come first; empty without
 * such categories. `reader` is the person whose occasions and fees count. The orders of date and nearness read the
 * column `next_occasion`.
 */
export function orderTerms({ order, first }: EducationOrder, reader: CardReader): SQL[] {
  const preferred = first.length > 0 ? [isInNone(first)] : []
  const organizationId = parseNear(order)
  if (order === 'date') return [sql`next_occasion is null`, dateOfCard]
  if (order === 'price') return [lowestFee(reader)]
  if (organizationId === null) return preferred
  const nearest = sql`(select min(${distanceFrom(organizationId)}) from ${entryOccasions(reader.now, reader.isExternal)} o where o.education_id = educations.id)`
  return [sql`coalesce(${nearest}, 3)`, dateOfCard]
}
