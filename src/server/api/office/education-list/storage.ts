import { and, eq, type SQL, sql } from 'drizzle-orm'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { educationRoles } from '#api/catalogue/education-roles/table.ts'
import { factColumns, factsFrom } from '#api/catalogue/educations/storage.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { availableSeats, hasFreeSeats } from '#api/catalogue/occasions/rules.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { type Holder, visibleTo } from '#api/catalogue/scope/education-scope.ts'
import type { Database } from '#platform/database.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import { feeRangeFrom, openFeesOf, type PartRow, partsOf } from './card-facts.ts'
import { conditionsOf, nextOccasion } from './conditions.ts'
import type { EducationFilter, EducationFilters, EducationSummary } from './contract.ts'

/** Counting stops here, so that a count costs the same however many educations there are. */
export const mostCounted = 1000

/** Who asks for what at which instant; `hits` is a table of `(id, score)` when a text was asked for. */
export interface Asked {
  actor: Holder | null
  filter: EducationFilter
  hits: SQL | null
  now: string
}

/** What decides how a question reads when no text was asked for. */
type Shape = Pick<Asked, 'actor' | 'filter'>
interface PageShape extends Shape {
  page: number
  pageSize: number
}
interface CountShape extends Shape {
  most: number
}

const shapeOf = ({ actor, filter }: Asked): Shape => ({
  actor: actor && { id: actor.id, roles: actor.roles },
  // A text of signs alone asks for nothing, whatever it is.
  filter: { ...filter, text: '' },
})

interface Instant extends Record<string, string> {
  now: string
}

const whereOf = ({ actor, filter, now }: Asked) => and(visibleTo(actor), ...conditionsOf(filter, now))

function selectCards(db: QueryBuilder, asked: Asked, page: number, pageSize: number) {
  const columns = {
    ...factColumns,
    parts: partsOf(educations.id).as('parts_of_card'),
    nextOccasion: nextOccasion(asked.filter, asked.now),
    openFees: openFeesOf(educations.id, asked.now).as('open_fees'),
  }
  const cards = db.query.select(columns).from(educations).$dynamic()
  if (asked.hits) void cards.innerJoin(asked.hits, sql`hits.id = ${educations.id}`)
  const byFit = asked.hits ? [sql`hits.score`] : []
  return cards
    .where(whereOf(asked))
    .orderBy(...byFit, educations.titleKey, educations.id)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}

const cardsWithoutText = prepareQuery((db, { now }: Instant, { page, pageSize, ...shape }: PageShape) =>
  selectCards(db, { ...shape, hits: null, now }, page, pageSize),
)

/** The cards of one page. */
export function cardsOf(db: Database, asked: Asked, page: number, pageSize: number) {
  const { now, hits } = asked
  return hits
    ? selectCards(db, asked, page, pageSize)
    : cardsWithoutText(db, { now }, { ...shapeOf(asked), page, pageSize })
}

function selectCount(db: QueryBuilder, asked: Asked, most: number) {
  const matching = asked.hits
    ? sql`select 1 from ${educationsView} educations join ${asked.hits} on hits.id = educations.id where ${whereOf(asked)} limit ${most}`
    : sql`select 1 from ${educationsView} educations where ${whereOf(asked)} limit ${most}`
  return db.query.select({ total: sql<number>`count(*)`.as('total') }).from(sql`(${matching})`)
}

const countWithoutText = prepareQuery((db, { now }: Instant, { most, ...shape }: CountShape) =>
  selectCount(db, { ...shape, hits: null, now }, most),
)

/** How many match, up to `most`. */
export function countOf(db: Database, asked: Asked, most: number) {
  const { now, hits } = asked
  return hits ? selectCount(db, asked, most) : countWithoutText(db, { now }, { ...shapeOf(asked), most })
}

type CardRow = Awaited<ReturnType<typeof cardsOf>>[number]

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

const nextFrom = (row: NextRow): NonNullable<EducationSummary['nextOccasion']> => ({
  id: row.id,
  educationPartId: row.educationPartId,
  startDate: new Date(row.startsAt),
  endDate: new Date(row.endsAt),
  city: row.city,
  fee: row.feeMinor / 100,
  availableSpots: availableSeats(row),
  hasFreeSpots: hasFreeSeats(row),
  needsApproval: row.needsApproval === 1,
  others: row.others,
})

export function summaryFrom(row: CardRow): EducationSummary {
  const next = row.nextOccasion === null ? null : nextFrom(JSON.parse(row.nextOccasion) as NextRow)
  const parts = JSON.parse(row.parts) as PartRow[]
  return {
    ...factsFrom(row),
    parts: parts.map(({ id, title, type }) => ({ id, title, type })),
    nextOccasion: next,
    nextOccasionDate: next?.startDate ?? null,
    feeRange: feeRangeFrom(row),
  }
}

/** From city to next city along the index, and whether each has an occasion to come. */
const citiesToCome = (now: Date) => sql`(
  with recursive cities(city) as (
    select min(city) from ${occasionsView}
    union all
    select (select min(o.city) from ${occasionsView} o where o.city > cities.city) from cities where cities.city is not null
  )
  select city from cities where exists (
    select 1 from ${occasionsView} o where o.city = cities.city and o.starts_at > ${now.toISOString()} and o.canceled_at is null
  )
)`

export async function readFilters(db: Database, now: Date): Promise<EducationFilters> {
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
    db.query.select({ city: sql<string>`city`.as('city') }).from(citiesToCome(now)),
  ])
  const byName = (a: string, b: string) => a.localeCompare(b, 'sv')
  return { categories, roles, cities: cities.map(({ city }) => city).sort(byName) }
}
