import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { educationRoles } from '#api/catalogue/education-roles/table.ts'
import { educationFactColumns, toEducationFacts } from '#api/catalogue/educations/storage.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { educationsView, publishedEducations } from '#api/catalogue/educations/views.ts'
import { countAvailableSeats, hasAvailableSeats } from '#api/catalogue/occasions/rules.ts'
import { occasionsOfEducations, occasionsView } from '#api/catalogue/occasions/views.ts'
import { isEducationVisible, type ScopeActor } from '#api/catalogue/scope/education-scope.ts'
import type { Database } from '#platform/database.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import { feeRangeFrom, openFeesOf, type PartRow, partsOf } from './card-facts.ts'
import { buildConditions, type CardFilter, type CardReader, selectNextOccasion } from './conditions.ts'
import type { EducationFilters, EducationSummary } from './contract.ts'
import { type EducationOrder, nearestFirst, orderTerms } from './order.ts'

/** Highest count of matches, which bounds the cost of counting. */
export const maxCounted = 1000

/** A search for educations. `hits` is a subquery of `(id, score)` when there is a text; `now` is an ISO time. */
export interface EducationQuery {
  actor: (ScopeActor & Pick<Actor, 'isExternal'>) | null
  filter: CardFilter
  order: EducationOrder
  hits: SQL | null
  now: string
}

/** The values that determine the SQL text of a query without full-text hits; key of the prepared query. */
type QueryShape = Pick<EducationQuery, 'actor' | 'filter' | 'order'>
interface PageShape extends QueryShape {
  page: number
  pageSize: number
}
interface CountShape extends QueryShape {
  most: number
}

const toShape = ({ actor, filter, order }: EducationQuery): QueryShape => ({
  order,
  actor: actor && { id: actor.id, roles: actor.roles, isExternal: actor.isExternal },
  // Without hits the text has no words, so it does not affect the query.
  filter: { ...filter, text: '' },
})

interface Instant extends Record<string, string> {
  now: string
}

const toReader = ({ actor, now }: EducationQuery): CardReader => ({ now, isExternal: actor?.isExternal ? 1 : 0 })

const buildWhere = (query: EducationQuery) =>
  and(isEducationVisible(query.actor), ...buildConditions(query.filter, toReader(query)))

function selectCards(db: QueryBuilder, query: EducationQuery, page: number, pageSize: number) {
  const reader = toReader(query)
  const columns = {
    ...educationFactColumns,
    minAge: educations.minAge,
    maxAge: educations.maxAge,
    parts: partsOf(educations.id).as('parts_of_card'),
    nextOccasion: selectNextOccasion(query.filter, reader, nearestFirst(query.order)),
    openFees: openFeesOf(educations.id, query.now, reader.isExternal).as('open_fees'),
  }
  const cards = db.query.select(columns).from(educations).$dynamic()
  if (query.hits) void cards.innerJoin(query.hits, sql`hits.id = ${educations.id}`)
  const named = orderTerms(query.order, reader)
  const byFit = query.hits && !query.order.order ? [sql`hits.score`] : []
  return cards
    .where(buildWhere(query))
    .orderBy(...byFit, ...named, educations.titleKey, educations.id)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}

const cardsWithoutText = prepareQuery((db, { now }: Instant, { page, pageSize, ...shape }: PageShape) =>
  selectCards(db, { ...shape, hits: null, now }, page, pageSize),
)

/**
 * Selects one page of the educations that match and that the actor may see, in the order of the query; fees are öre.
 * With `hits` (matches of a text) and no chosen order the best come first. `page` counts from 1.
 */
export function selectCardPage(db: Database, query: EducationQuery, page: number, pageSize: number) {
  const { now, hits } = query
  return hits
    ? selectCards(db, query, page, pageSize)
    : cardsWithoutText(db, { now }, { ...toShape(query), page, pageSize })
}

function selectCount(db: QueryBuilder, query: EducationQuery, most: number) {
  const matching = query.hits
    ? sql`select 1 from ${educationsView} educations join ${query.hits} on hits.id = educations.id where ${buildWhere(query)} limit ${most}`
    : sql`select 1 from ${educationsView} educations where ${buildWhere(query)} limit ${most}`
  return db.query.select({ total: sql<number>`count(*)`.as('total') }).from(sql`(${matching})`)
}

const countWithoutText = prepareQuery((db, { now }: Instant, { most, ...shape }: CountShape) =>
  selectCount(db, { ...shape, hits: null, now }, most),
)

/**
 * Selects one row with `total`, the number of educations that match and that the actor may see; a higher number is
 * `most`.
 */
export function countMatches(db: Database, query: EducationQuery, most: number) {
  const { now, hits } = query
  return hits ? selectCount(db, query, most) : countWithoutText(db, { now }, { ...toShape(query), most })
}

type CardRow = Awaited<ReturnType<typeof selectCardPage>>[number]

interface NextRow {
  id: number
  educationPartId: number
  startsAt: string
  endsAt: string
  city: string
  feeMinor: number
  maxParticipants: number | null
  bookedCount: number
  reservedCount: number
  needsApproval: number
  others: number
}

/** Parses the JSON text of `selectNextOccasion` to the next occasion of a card; null stays null. */
export const parseNextOccasion = (text: string | null) =>
  text === null ? null : toNextOccasion(JSON.parse(text) as NextRow)

const toNextOccasion = (row: NextRow): NonNullable<EducationSummary['nextOccasion']> => ({
  id: row.id,
  educationPartId: row.educationPartId,
  startDate: new Date(row.startsAt),
  endDate: new Date(row.endsAt),
  city: row.city,
  fee: row.feeMinor / 100,
  availableSpots: countAvailableSeats(row),
  hasFreeSpots: hasAvailableSeats(row),
  needsApproval: row.needsApproval === 1,
  others: row.others,
})

/**
 * Converts a row of the list to the education's card, in kronor, with its parts, its next occasion (null without one)
 * and range of fees.
 */
export function toEducationSummary(row: CardRow): EducationSummary {
  const next = parseNextOccasion(row.nextOccasion)
  const parts = JSON.parse(row.parts) as PartRow[]
  return {
    ...toEducationFacts(row),
    minAge: row.minAge,
    maxAge: row.maxAge,
    parts: parts.map(({ id, title, type }) => ({ id, title, type })),
    nextOccasion: next,
    nextOccasionDate: next?.startDate ?? null,
    feeRange: feeRangeFrom(row),
  }
}

/**
 * SQL: cities with a future occasion of a published education. The recursion jumps along the index from one city to the
 * next.
 */
const upcomingCities = (now: Date) => sql`(
  with recursive cities(city) as (
    select min(city) from ${occasionsView}
    union all
    select (select min(o.city) from ${occasionsView} o where o.city > cities.city) from cities where cities.city is not null
  )
  select city from cities where exists (
    select 1 from ${occasionsOfEducations} o join ${publishedEducations} e on e.id = o.education_id
    where o.city = cities.city and o.starts_at > ${now.toISOString()} and o.canceled_at is null
  )
)`

/**
 * Loads the values that educations can be filtered by: active categories, active roles and cities with future,
 * uncancelled occasions of published educations. Categories are by position, roles by group and position, and cities in
 * Swedish order.
 */
export async function loadFilters(db: Database, now: Date): Promise<EducationFilters> {
  const [categories, roles, cities] = await Promise.all([
    db.query
      .select({ id: educationCategories.id, name: educationCategories.name, color: educationCategories.color })
      .from(educationCategories)
      .where(eq(educationCategories.active, true))
      .orderBy(educationCategories.position, educationCategories.name),
    db.query
      .select({ id: educationRoles.id, name: educationRoles.name, group: educationRoles.group })
      .from(educationRoles)
      .where(eq(educationRoles.active, true))
      .orderBy(educationRoles.group, educationRoles.position, educationRoles.name),
    db.query.select({ city: sql<string>`city`.as('city') }).from(upcomingCities(now)),
  ])
  const byName = (a: string, b: string) => a.localeCompare(b, 'sv')
  return { categories, roles, cities: cities.map(({ city }) => city).sort(byName) }
}
