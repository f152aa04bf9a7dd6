import { type SQL, sql } from 'drizzle-orm'
import { educationCategoriesView } from '#api/catalogue/education-categories/views.ts'
import { categoriesOfEducations, describedPartsOfEducations, educationsView } from '#api/catalogue/educations/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import {
  type Figures,
  figureColumns,
  type ParticipationScope,
  selectClubId,
  selectParticipations,
  selectPartParticipations,
} from '#api/office/participations/participations.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import { selectPortalDay } from '#api/zone-sql.ts'
import type { Database } from '#platform/database.ts'
import { queryRows } from '#platform/query-rows.ts'
import type { OverviewQuery } from './contract.ts'

const figureNames = ['people', 'signedUp', 'inProgress', 'completed', 'external'] as const

export interface EducationFigures extends Figures {
  educationId: number
}

/**
 * Lists the overview's figures by education, in no order: people, signed up, in progress, completed and external. They
 * are of the period and scope in `slice`; educations without participation are missing.
 */
export const listEducationFigures = (db: Database, slice: ParticipationScope): Promise<EducationFigures[]> =>
  queryRows<EducationFigures>(
    db,
    ['educationId', ...figureNames],
    sql`
    select education_id as educationId, ${figureColumns} from (${selectParticipations(slice)}) group by education_id`,
  )

/** Completions of an education by members of a club. */
export interface ClubParticipants {
  educationId: number
  clubId: number | null
  participants: number
  /** Participants younger than 25 at completion, if their date of birth is known. */
  under25: number
}

/**
 * Counts people with a completion in the period and scope by education and main club, in no order. A person counts once
 * for an education. `under25` is how many of them were known to be under 25 at their last completion in the period.
 * `clubId` is null for people without a club and for external people. No row for an education and a club without
 * completions; hours follow from the educations.
 */
export const countClubParticipants = (db: Database, slice: ParticipationScope): Promise<ClubParticipants[]> =>
  queryRows<ClubParticipants>(
    db,
    ['educationId', 'clubId', 'participants', 'under25'],
    sql`
    select education_id as educationId, club_id as clubId, count(*) as participants,
      coalesce(sum(birth_on > date(${selectPortalDay(sql`completed_at`)}, '-25 years')), 0) as under25
    from (
      select education_id, completed_at, ${selectClubId(sql`participation.user_id`)} as club_id,
        (select b.birth_on from ${peopleView} b where b.id = participation.user_id) as birth_on
      from (${selectParticipations(slice)}) participation where completed_at is not null
    ) group by education_id, club_id`,
  )

interface CategorizedEducation {
  categoryId: number
  categoryName: string | null
  educationId: number
  title: string
}

/**
 * Lists educations under each of their categories, in the order of the categories, then by title. Unpublished ones are
 * listed too. Uncategorised ones are last, under 0. With neither ids nor `withoutCategory` all are listed; with both,
 * those of the ids (of categories) and the uncategorised ones.
 */
export function listEducationsByCategory(
  db: Database,
  { educationCategoryIds: ids, withoutCategory }: Pick<OverviewQuery, 'educationCategoryIds' | 'withoutCategory'>,
): Promise<CategorizedEducation[]> {
  const isAll = ids.length === 0 && !withoutCategory
  const chosen = sql`c.id in (select value from json_each(${JSON.stringify(ids)})) or (${withoutCategory} and c.id is null)`
  return queryRows<CategorizedEducation>(
    db,
    ['categoryId', 'categoryName', 'educationId', 'title'],
    sql`
    select coalesce(c.id, 0) as categoryId, c.name as categoryName, e.id as educationId, e.title
    from ${educationsView} e left join ${categoriesOfEducations} l on l.education_id = e.id
      left join ${educationCategoriesView} c on c.id = l.education_category_id
    where ${isAll ? sql`true` : chosen}
    order by c.id is null, c.position, c.id, e.title_key, e.id`,
  )
}

/**
 * SQL: truncates a UTC time to its day, or to its hour from 21:00, because SQLite has no time zones and the local day
 * may then be the next one.
 */
const dayOrHour = (column: SQL) =>
  sql`substr(${column}, 1, case when substr(${column}, 12, 2) >= '21' then 13 else 10 end)`

interface CountsByTime {
  at: string
  signedUp: number
  completed: number
}

/**
 * Counts sign-ups and completions in the scope by UTC day or, from 21:00 UTC, by hour; in no order. `at` is
 * `yyyy-MM-dd` or `yyyy-MM-ddTHH`, since a local day may begin then; times without any are missing.
 */
export const listCountsByTime = (db: Database, slice: ParticipationScope): Promise<CountsByTime[]> =>
  queryRows<CountsByTime>(
    db,
    ['at', 'signedUp', 'completed'],
    sql`
    with participation as materialized (${selectParticipations(slice)})
    select at, sum(signed_up) as signedUp, sum(completed) as completed from (
      select ${dayOrHour(sql`signed_up_at`)} as at, 1 as signed_up, 0 as completed from participation where signed_up_at is not null
      union all
      select ${dayOrHour(sql`completed_at`)}, 0, 1 from participation where completed_at is not null
    ) group by at`,
  )

interface ClubFigures extends Figures {
  clubId: number | null
}

/**
 * Lists the overview's figures by people's main club, in no order: people, signed up, in progress, completed and
 * external. They are of the period and scope in `slice`; people without a club, or external ones, have the club null.
 */
export const listClubFigures = (db: Database, slice: ParticipationScope): Promise<ClubFigures[]> =>
  queryRows<ClubFigures>(
    db,
    ['clubId', ...figureNames],
    sql`
    select club_id as clubId, ${figureColumns}
    from (select participation.*, ${selectClubId(sql`participation.user_id`)} as club_id from (${selectParticipations(slice)}) participation) group by club_id`,
  )

interface EducationRow {
  id: number
  title: string
}

/** Finds id and title of an education, published or not; null when it does not exist. Access is not checked here. */
export async function findEducation(db: Database, educationId: number): Promise<EducationRow | null> {
  const statement = sql`select id, title from ${educationsView} where id = ${educationId}`
  const [row] = await queryRows<EducationRow>(db, ['id', 'title'], statement)
  return row ?? null
}

export interface PartFigures extends Figures {
  educationPartId: number
  title: string
  type: 0 | 1 | 2 | 3
}

/**
 * Lists all parts of an education in their order, each with how many people take part, are signed up, in progress,
 * completed and external. `slice` limits the participations that are counted; a part without any has zeros. Empty for
 * an unknown education.
 */
export const listPartFigures = (db: Database, slice: ParticipationScope, educationId: number): Promise<PartFigures[]> =>
  queryRows<PartFigures>(
    db,
    ['educationPartId', 'title', 'type', ...figureNames],
    sql`
    select p.education_part_id as educationPartId, p.title, p.type, coalesce(f.people, 0) as people,
      coalesce(f.signedUp, 0) as signedUp, coalesce(f.inProgress, 0) as inProgress,
      coalesce(f.completed, 0) as completed, coalesce(f.external, 0) as external
    from ${describedPartsOfEducations} p
      left join (select education_part_id, ${figureColumns} from (${selectPartParticipations(slice, educationId)})
        group by education_part_id) f on f.education_part_id = p.education_part_id
    where p.education_id = ${educationId} order by p.position`,
  )

interface OccasionRow {
  occasionId: number
  startsAt: string
  city: string
  booked: number
  maxParticipants: number | null
  attended: number
  completed: number
  canceled: number
}

const occasionColumns = [
  ...(['occasionId', 'startsAt', 'city', 'booked', 'maxParticipants', 'attended', 'completed', 'canceled'] as const),
]

interface OccasionQuery {
  educationPartId: number
  educationId: number | undefined
  from: Date
  until: Date
}

/**
 * Lists occasions of a part that start in the period, by start, cancelled ones included; at most 2,000. Both ends of
 * the period are inclusive. With an education only those that name it or none. `attended` counts those who attended or
 * completed it. Access is not checked here.
 */
export const listOccasions = (db: Database, { educationPartId, educationId, from, until }: OccasionQuery) =>
  queryRows<OccasionRow>(
    db,
    occasionColumns,
    sql`
    select o.id as occasionId, o.starts_at as startsAt, o.city, o.booked_count as booked,
      o.max_participants as maxParticipants, o.canceled_at is not null as canceled,
      (select count(*) from ${liveResults} r
        where r.occasion_id = o.id and (r.attended = 1 or r.completed = 1)) as attended,
      (select count(*) from ${liveResults} r
        where r.occasion_id = o.id and r.completed = 1) as completed
    from ${occasionsView} o where o.education_part_id = ${educationPartId}
      and o.starts_at between ${from.toISOString()} and ${until.toISOString()}
      and ${educationId ? sql`(o.education_id is null or o.education_id = ${educationId})` : sql`true`}
    order by o.starts_at, o.id limit 2000`,
  )
