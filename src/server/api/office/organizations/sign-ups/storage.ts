import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView, educationsWithWords } from '#api/catalogue/educations/views.ts'
import {
  occasionsOfEducations,
  occasionsView,
  occasionsWithWords,
  ofFullest,
  openOccasions,
  reservedForOthers,
} from '#api/catalogue/occasions/views.ts'
import { users } from '#api/people/users/table.ts'
import { toPrefixMatch, toQueryWords } from '#api/text-matching.ts'
import type { Database } from '#platform/database.ts'
import { isListedMember } from '../access-storage.ts'

/**
 * Selects those of the people who are members of the organisation itself with an open account and whom the actor
 * administers, by name. Protected identities are left out, except for superadministrators.
 */
export const selectMembersAmong = ({ query }: Database, actor: Actor, id: number, userIds: readonly number[]) =>
  query
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      birthOn: users.birthOn,
      protectedAt: users.protectedAt,
    })
    .from(users)
    .where(sql`users.id in (select value from json_each(${JSON.stringify(userIds)})) and ${isListedMember(actor, id)}`)
    .orderBy(users.nameKey, users.id)

const column = <Value>(value: SQL, name: string) => sql<Value>`${value}`.as(name)

/** SQL: the open occasions of published educations, once for each education that offers them. */
const offered = (now: Date) => sql`(
  select open_occasion.occasion_id, open_occasion.education_id
  from ${openOccasions(now.toISOString())} open_occasion join ${educationsView} given on given.id = open_occasion.education_id
  where given.published_at is not null and given.archived_at is null)`

/** SQL condition: each word begins a word of the occasion or of its education. */
function matches(text: string): SQL {
  const conditions = toQueryWords(text).map((word) => {
    const match = toPrefixMatch([word])
    return sql`(offered.occasion_id in ${occasionsWithWords(match)} or offered.education_id in ${educationsWithWords(match)})`
  })
  return sql.join([sql`true`, ...conditions], sql` and `)
}

const seatsOfFullest = { max: ofFullest('o', 'max_participants'), reserved: ofFullest('o', 'reserved_count') }

const selectOccasions = ({ query }: Database, now: Date) =>
  query
    .select({
      occasionId: column<number>(sql`o.id`, 'offered_occasion_id'),
      educationId: column<number>(sql`e.id`, 'offered_education_id'),
      title: column<string>(sql`coalesce(o.title, p.title)`, 'offered_title'),
      educationTitle: column<string>(sql`e.title`, 'offered_education_title'),
      startsAt: column<string>(sql`o.starts_at`, 'offered_starts_at'),
      endsAt: column<string>(sql`o.ends_at`, 'offered_ends_at'),
      city: column<string>(sql`o.city`, 'offered_city'),
      availableSpots: column<number | null>(
        sql`max(0, ${seatsOfFullest.max} - ${ofFullest('o', 'booked_count')} - ${reservedForOthers(sql`offered.occasion_id`, seatsOfFullest)})`,
        'offered_spots',
      ),
    })
    .from(sql`${offered(now)} offered`)
    .innerJoin(sql`${occasionsView} o`, sql`o.id = offered.occasion_id`)
    .innerJoin(sql`${educationPartsView} p`, sql`p.id = o.education_part_id`)
    .innerJoin(sql`${educationsView} e`, sql`e.id = offered.education_id`)

interface OccasionSearch {
  text: string
  now: Date
  page: number
  pageSize: number
}

/**
 * Selects a page of the occasions of published educations that are open for sign-ups, full ones too, by start and
 * education. An occasion has a row for each education that offers it. Each word of the text must begin a word of the
 * occasion or its education. A text without letters or digits matches all. `page` counts from 1.
 */
export const selectOpenOccasions = (db: Database, { text, now, page, pageSize }: OccasionSearch) =>
  selectOccasions(db, now)
    .where(matches(text))
    .orderBy(sql`o.starts_at`, sql`o.id`, sql`e.id`)
    .limit(pageSize)
    .offset((page - 1) * pageSize)

/** Counts the rows that `selectOpenOccasions` pages: an occasion once for each education that offers it. */
export const countOpenOccasions = ({ query }: Database, { text, now }: OccasionSearch) =>
  query
    .select({ total: sql<number>`count(*)`.as('offered_total') })
    .from(sql`${offered(now)} offered`)
    .where(matches(text))

/**
 * Selects the occasion if it is open for sign-ups to this published education, full or not; no row otherwise, and for
 * null as education.
 */
export const selectOpenOccasion = (db: Database, occasionId: number, educationId: number | null, now: Date) =>
  selectOccasions(db, now).where(sql`o.id = ${occasionId} and e.id = ${educationId}`)

/**
 * Lists the ids of the published, unarchived educations that offer an occasion, by id; empty for an unknown occasion.
 * Whether it is open for sign-ups is not checked here.
 */
export async function listOfferingEducationIds(db: Database, occasionId: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`select given.id from ${occasionsOfEducations} offering
    join ${educationsView} given on given.id = offering.education_id
    where offering.occasion_id = ${occasionId} and given.published_at is not null and given.archived_at is null
    order by given.id`)
  return rows.map(({ id }) => id)
}

export type OccasionRow = Awaited<ReturnType<typeof selectOpenOccasion>>[number]
