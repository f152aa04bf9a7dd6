import { and, asc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { isForQueue } from '#api/catalogue/scope/contributed-results.ts'
import { isEducationReadable, isOccasionReadable } from '#api/catalogue/scope/education-scope.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { Occasion, OccasionFilter } from './contract.ts'
import { countAvailableSeats, hasAvailableSeats, reserveForQueue } from './rules.ts'
import { occasions } from './table.ts'
import { isOfferedIn } from './views.ts'

const responsibleIds =
  sql<string>`(select json_group_array(user_id) from occasion_responsibles where occasion_id = ${occasions.id})`.as(
    'responsible_ids',
  )

/** SQL: title of the first education that the occasion is offered in and the actor may read, published ones first. */
const educationTitle = (actor: Actor | null) =>
  sql<string | null>`(
  select educations.title from education_to_part ep join educations on educations.id = ep.education_id
  where ${isOfferedIn('occasions', 'ep')} and ${isEducationReadable(actor)}
  order by educations.published_at is null or educations.archived_at is not null, educations.id limit 1
)`.as('education_title')

const forQueue = sql<0 | 1>`${isForQueue(sql`${occasions.id}`)}`.as('for_queue')

const partTitle = sql<string>`${educationParts.title}`.as('part_title')

interface OccasionRow {
  occasion: typeof occasions.$inferSelect
  partTitle: string
  educationTitle: string | null
  responsibleIds: string
  /** A party in the queue has room, so the free seats are for it. */
  forQueue: 0 | 1
}

/**
 * Converts a stored occasion to the reply's, with the fee in kronor. `educationTitle` falls back to the part's title.
 * The meeting link is left out; `isOnline` says whether there is one.
 */
export function toOccasion({
  occasion,
  partTitle,
  educationTitle,
  responsibleIds,
}: Omit<OccasionRow, 'forQueue'>): Occasion {
  return {
    id: occasion.id,
    educationPartId: occasion.educationPartId,
    educationId: occasion.educationId,
    title: occasion.title,
    description: occasion.description,
    startDate: occasion.startsAt,
    endDate: occasion.endsAt,
    sessions: occasion.sessions.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) })),
    lastSignUpDate: occasion.lastSignUpAt,
    lastCancelDate: occasion.lastCancelAt,
    city: occasion.city,
    venue: occasion.venue,
    address: occasion.address,
    isOnline: occasion.onlineUrl !== null,
    maxParticipants: occasion.maxParticipants,
    bookedCount: occasion.bookedCount,
    availableSpots: countAvailableSeats(occasion),
    hasFreeSpots: hasAvailableSeats(occasion),
    fee: occasion.feeMinor / 100,
    paymentMethods: occasion.paymentMethods,
    needsApproval: occasion.needsApproval,
    blockedForExternalUsers: occasion.blockedForExternalUsers,
    responsibleIds: JSON.parse(responsibleIds) as number[],
    organizerOrganizationId: occasion.organizerOrganizationId,
    tagId: occasion.tagId,
    canceled: occasion.canceledAt !== null,
    canceledDate: occasion.canceledAt,
    canceledReason: occasion.canceledReason,
    customQuestions: occasion.customQuestions,
    educationTitle: educationTitle ?? partTitle,
    partTitle,
    lastChange: occasion.changedAt,
  }
}

/**
 * Converts a stored occasion to the reply's, as the people read it who sign themselves up: no seat is available while a
 * party in the queue has room. Organisers, who go before the queue, read `toOccasion`.
 */
export function toOfferedOccasion({ forQueue, ...row }: OccasionRow): Occasion {
  const seats = forQueue === 1 ? reserveForQueue(row.occasion) : row.occasion
  const offered = toOccasion(row)
  return { ...offered, availableSpots: countAvailableSeats(seats), hasFreeSpots: hasAvailableSeats(seats) }
}

/**
 * Selects all occasions with the titles of part and education, without condition or order: the caller narrows it with
 * `where`, also by access. The education is one that the actor may read, published ones first; without one its title is
 * null.
 */
export const selectOccasions = (db: Database, actor: Actor | null) =>
  db.query
    // Each column has a unique alias, because a batch returns its rows by column name.
    .select({
      occasion: occasions,
      partTitle,
      educationTitle: educationTitle(actor),
      responsibleIds,
      forQueue,
    })
    .from(occasions)
    .innerJoin(educationParts, eq(educationParts.id, occasions.educationPartId))
    .$dynamic()

/**
 * Selects all occasions as `selectOccasions` does, with only what a file of occasions shows: no description, questions,
 * sessions or responsible people.
 */
export const selectOccasionHeads = (db: Database, actor: Actor | null) =>
  db.query
    .select({
      title: occasions.title,
      partTitle,
      educationTitle: educationTitle(actor),
      startsAt: occasions.startsAt,
      endsAt: occasions.endsAt,
      city: occasions.city,
      venue: occasions.venue,
      bookedCount: occasions.bookedCount,
      reservedCount: occasions.reservedCount,
      maxParticipants: occasions.maxParticipants,
      feeMinor: occasions.feeMinor,
      canceledAt: occasions.canceledAt,
    })
    .from(occasions)
    .innerJoin(educationParts, eq(educationParts.id, occasions.educationPartId))
    .$dynamic()

export type OccasionHead = Awaited<ReturnType<typeof selectOccasionHeads>>[number]

const isOfferedInEducations = (ids: number[]) => sql`exists (
  select 1 from education_to_part ep
  where ep.education_part_id = ${occasions.educationPartId}
    and ep.education_id in (select value from json_each(${JSON.stringify(ids)})) and ${isOfferedIn('occasions', 'ep')}
)`

const isOfPartsIn = (ids: number[]) => sql`${occasions.educationPartId} in (
  select ep.education_part_id from education_to_part ep
  where ep.education_id in (select value from json_each(${JSON.stringify(ids)}))
)`

const isResponsible = (userId: number) =>
  sql`exists (select 1 from occasion_responsibles r where r.occasion_id = ${occasions.id} and r.user_id = ${userId})`

/**
 * Returns the conditions of a filter on `occasions`; a value that is missing, or an empty list, gives none. An occasion
 * is an education's when it names that education or, naming none, the education contains its part; with a tag, it is
 * the tag's education's alone. Both days select by the start, and are whole: from their first moment to 23:59:59.999.
 */
export function toOccasionConditions(filter: OccasionFilter): SQL[] {
  const conditions: SQL[] = []
  if (filter.startDate) conditions.push(gte(occasions.startsAt, startOfDay(filter.startDate)))
  if (filter.endDate) conditions.push(lte(occasions.startsAt, endOfDay(filter.endDate)))
  if (filter.educationPartId) conditions.push(eq(occasions.educationPartId, filter.educationPartId))
  if (filter.educationId.length > 0)
    conditions.push(isOfPartsIn(filter.educationId), isOfferedInEducations(filter.educationId))
  if (filter.city.length > 0)
    conditions.push(sql`${occasions.city} in (select value from json_each(${JSON.stringify(filter.city)}))`)
  if (filter.responsibleId) conditions.push(isResponsible(filter.responsibleId))
  return conditions
}

/**
 * Lists a page of the occasions that the actor may read and that match a filter, by time, cancelled and past ones too.
 * `page` counts from 1.
 */
export async function listOccasions(db: Database, actor: Actor | null, filter: OccasionFilter): Promise<Occasion[]> {
  const rows = await selectOccasions(db, actor)
    .where(and(...toOccasionConditions(filter), isOccasionReadable(actor)))
    .orderBy(asc(occasions.startsAt), asc(occasions.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
  return rows.map(toOccasion)
}

/** Selects an occasion, cancelled and past ones too; no row when it does not exist or is hidden from the actor. */
export const selectOccasion = (db: Database, actor: Actor | null, id: number) =>
  selectOccasions(db, actor).where(and(eq(occasions.id, id), isOccasionReadable(actor)))

/** Returns an occasion, cancelled and past ones too; null when it does not exist or is hidden from the actor. */
export async function findOccasion(db: Database, actor: Actor | null, id: number): Promise<Occasion | null> {
  const [row] = await selectOccasion(db, actor, id)
  return row ? toOccasion(row) : null
}

/**
 * SQL: the cities of occasions whose education has been published. It steps from city to city along the index, so that
 * its cost grows with the number of cities and not of occasions.
 */
const cityNames = sql`(
  with recursive cities(city) as (
    select min(city) from occasions
    union all
    select (select min(o.city) from occasions o where o.city > cities.city) from cities where cities.city is not null
  )
  select city from cities where city is not null and exists (
    select 1 from occasions o join education_to_part ep on ep.education_part_id = o.education_part_id
      and (o.education_id is null or o.education_id = ep.education_id)
    join educations e on e.id = ep.education_id and e.published_at is not null
    where o.city = cities.city)
)`

/**
 * Lists the cities of all occasions, each once, in Swedish order. Cancelled and past occasions and those of archived
 * educations count too, those of unpublished ones do not.
 */
export async function listOccasionCities(db: Database): Promise<string[]> {
  const rows = await db.query.select({ city: sql<string>`city` }).from(cityNames)
  return rows.map(({ city }) => city).sort((a, b) => a.localeCompare(b, 'sv'))
}

/**
 * Returns the statement that stores the breaks of occasions, in minutes; occasions that are not listed keep theirs. The
 * form of an occasion does not show its break, so the version stays.
 */
export const setBreaks = (db: Database, breaks: readonly { occasionId: number; breakMinutes: number }[]): Statement =>
  db.query
    .update(occasions)
    .set({ breakMinutes: sql`entered.value ->> 'breakMinutes'` })
    .from(sql`json_each(${JSON.stringify(breaks)}) entered`)
    .where(sql`occasions.id = entered.value ->> 'occasionId'`)
