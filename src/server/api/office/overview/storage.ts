import { type SQL, sql } from 'drizzle-orm'
import { educationCategoriesView } from '#api/catalogue/education-categories/views.ts'
import { categoriesOfEducations, describedPartsOfEducations, educationsView } from '#api/catalogue/educations/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import {
  clubOf,
  countedFigures,
  type Figures,
  participations,
  partParticipations,
  type Slice,
} from '#api/office/participations/participations.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import { askRows } from '#platform/ask-rows.ts'
import type { Database } from '#platform/database.ts'
import type { OverviewQuery } from './contract.ts'

const figureNames = ['people', 'signedUp', 'inProgress', 'completed', 'external'] as const

export interface EducationFigures extends Figures {
  educationId: number
}

/** Education by education; those that nobody has taken part in are not there. */
export const listEducationFigures = (db: Database, slice: Slice): Promise<EducationFigures[]> =>
  askRows<EducationFigures>(
    db,
    ['educationId', ...figureNames],
    sql`
    select education_id as educationId, ${countedFigures} from (${participations(slice)}) group by education_id`,
  )

export interface Hours {
  educationId: number
  clubId: number | null
  participants: number
  /** Of those whose date of birth is known. */
  under25: number
}

/** Who completed in the period, education by education and club. */
export const listHours = (db: Database, slice: Slice): Promise<Hours[]> =>
  askRows<Hours>(
    db,
    ['educationId', 'clubId', 'participants', 'under25'],
    sql`
    select education_id as educationId, club_id as clubId, count(*) as participants,
      coalesce(sum(birth_on > date(completed_at, '-25 years')), 0) as under25
    from (
      select education_id, completed_at, ${clubOf(sql`taken.user_id`)} as club_id,
        (select b.birth_on from ${peopleView} b where b.id = taken.user_id) as birth_on
      from (${participations(slice)}) taken where completed_at is not null
    ) group by education_id, club_id`,
  )

interface Listed {
  categoryId: number
  categoryName: string | null
  educationId: number
  title: string
}

/** Every education under each of its categories, in the categories' order; those without one last, under 0. */
export function listEducationsByCategory(
  db: Database,
  { educationCategoryIds: ids, withoutCategory }: Pick<OverviewQuery, 'educationCategoryIds' | 'withoutCategory'>,
): Promise<Listed[]> {
  const isAll = ids.length === 0 && !withoutCategory
  const chosen = sql`c.id in (select value from json_each(${JSON.stringify(ids)})) or (${withoutCategory} and c.id is null)`
  return askRows<Listed>(
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
 * Days, and hours around midnight: sign-ups and completions in numbers, for a month begins where people are. The database
 * knows no time zones.
 */
const dayOrHour = (column: SQL) =>
  sql`substr(${column}, 1, case when substr(${column}, 12, 2) >= '21' then 13 else 10 end)`

interface Moment {
  at: string
  signedUp: number
  completed: number
}

export const listMoments = (db: Database, slice: Slice): Promise<Moment[]> =>
  askRows<Moment>(
    db,
    ['at', 'signedUp', 'completed'],
    sql`
    with taken as materialized (${participations(slice)})
    select at, sum(signed_up) as signedUp, sum(completed) as completed from (
      select ${dayOrHour(sql`signed_up_at`)} as at, 1 as signed_up, 0 as completed from taken where signed_up_at is not null
      union all
      select ${dayOrHour(sql`completed_at`)}, 0, 1 from taken where completed_at is not null
    ) group by at`,
  )

interface ClubFigures extends Figures {
  clubId: number | null
}

export const listClubFigures = (db: Database, slice: Slice): Promise<ClubFigures[]> =>
  askRows<ClubFigures>(
    db,
    ['clubId', ...figureNames],
    sql`
    select club_id as clubId, ${countedFigures}
    from (select taken.*, ${clubOf(sql`taken.user_id`)} as club_id from (${participations(slice)}) taken) group by club_id`,
  )

interface EducationRow {
  id: number
  title: string
}

export async function findEducation(db: Database, educationId: number): Promise<EducationRow | null> {
  const question = sql`select id, title from ${educationsView} where id = ${educationId}`
  const [row] = await askRows<EducationRow>(db, ['id', 'title'], question)
  return row ?? null
}

export interface PartFigures extends Figures {
  educationPartId: number
  title: string
  type: 0 | 1 | 2 | 3
}

/** Every part of an education in its order, with figures of nobody too. */
export const listPartFigures = (db: Database, slice: Slice, educationId: number): Promise<PartFigures[]> =>
  askRows<PartFigures>(
    db,
    ['educationPartId', 'title', 'type', ...figureNames],
    sql`
    select p.education_part_id as educationPartId, p.title, p.type, coalesce(f.people, 0) as people,
      coalesce(f.signedUp, 0) as signedUp, coalesce(f.inProgress, 0) as inProgress,
      coalesce(f.completed, 0) as completed, coalesce(f.external, 0) as external
    from ${describedPartsOfEducations} p
      left join (select education_part_id, ${countedFigures} from (${partParticipations(slice, educationId)})
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

const occasionNames = [
  ...(['occasionId', 'startsAt', 'city', 'booked', 'maxParticipants', 'attended', 'completed', 'canceled'] as const),
]

interface OccasionQuestion {
  educationPartId: number
  educationId: number | undefined
  from: Date
  until: Date
}

export const listOccasions = (db: Database, { educationPartId, educationId, from, until }: OccasionQuestion) =>
  askRows<OccasionRow>(
    db,
    occasionNames,
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
