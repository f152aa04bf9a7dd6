import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { Actor } from '../actor.ts'
import { answersForEducation, managedBy } from '../educations/visible-to.ts'
import { decidesAbout } from '../users/within-reach.ts'
import type { DeskEducation, DeskOccasion } from './contract.ts'
import { attentionTo } from './rules.ts'

const nothing = sql`false`

const responsibleForEducation = (actor: Actor) =>
  sql`exists (select 1 from education_responsibles r where r.education_id = educations.id and r.user_id = ${actor.id})`

const responsibleForOccasion = (actor: Actor) =>
  sql`exists (select 1 from occasion_responsibles r where r.occasion_id = o.id and r.user_id = ${actor.id})`

/** Whoever is named and limited to other categories answers for the education and opens none of its occasions. */
const organizes = (actor: Actor, all: boolean): SQL =>
  sql`(${managedBy(actor) ?? nothing} and ${all ? sql`true` : responsibleForEducation(actor)})`

const withinReach = (actor: Actor, all: boolean): SQL =>
  all ? answersForEducation(actor) : responsibleForEducation(actor)

interface OccasionRow {
  id: number
  title: string
  educationTitle: string | null
  startsAt: string
  endsAt: string
  city: string
  bookedCount: number
  maxParticipants: number | null
  pendingCount: number
  missingCount: number
}

const dayMs = 86_400_000

/** Results are asked for this long after the end; what comes later than half a year is not on the desk yet. */
const since = (now: Date) => new Date(now.getTime() - 60 * dayMs).toISOString()
const until = (now: Date) => new Date(now.getTime() + 183 * dayMs).toISOString()

export async function listDeskOccasions(db: Database, actor: Actor, all: boolean, now: Date): Promise<DeskOccasion[]> {
  const own = decidesAbout(actor, sql`r.user_id`)
  const rows = await db.query.all<OccasionRow>(sql`
    select o.id, coalesce(o.title, p.title) as title, (
        select e.title from education_to_part l join educations e on e.id = l.education_id
        where l.education_part_id = o.education_part_id and (o.education_id is null or o.education_id = e.id)
        order by e.published_at is null, e.id limit 1
      ) as educationTitle,
      o.starts_at as startsAt, o.ends_at as endsAt, o.city, o.booked_count as bookedCount,
      o.max_participants as maxParticipants,
      (select count(*) from education_part_results r
        where r.occasion_id = o.id and r.canceled = 0 and r.signed_up_at is null and ${own}) as pendingCount,
      (select count(*) from education_part_results r
        where r.occasion_id = o.id and r.canceled = 0 and r.completed = 0 and r.attended is null and ${own}) as missingCount
    from occasions o join education_parts p on p.id = o.education_part_id
    where o.canceled_at is null and o.starts_at >= ${since(now)} and o.starts_at < ${until(now)}
      and (${responsibleForOccasion(actor)} or exists (
        select 1 from education_to_part l join educations on educations.id = l.education_id
        where l.education_part_id = o.education_part_id
          and (o.education_id is null or o.education_id = educations.id) and ${organizes(actor, all)}
      ))
      and (o.ends_at >= ${now.toISOString()} or exists (
        select 1 from education_part_results r
        where r.occasion_id = o.id and r.canceled = 0 and r.completed = 0 and r.attended is null and ${own}
      ))
    order by o.starts_at limit 300`)
  const occasions = rows.map(({ startsAt, endsAt, ...row }) => {
    const occasion = { ...row, startDate: new Date(startsAt), endDate: new Date(endsAt) }
    return { ...occasion, reasons: attentionTo(occasion, now) }
  })
  const [pressing, others] = [
    occasions.filter(({ reasons }) => reasons.length > 0),
    occasions.filter(({ reasons }) => reasons.length === 0),
  ]
  return [...pressing, ...others].slice(0, 100)
}

interface EducationRow {
  id: number
  title: string
  code: string | null
  published: number
  archived: number
  partCount: number
  nextOccasionAt: string | null
  managed: number
  total: number
}

interface Wanted {
  all: boolean
  text: string
  page: number
}

/** What is typed is meant as it stands: `%` and `_` are characters like others. */
function spelt(text: string): SQL {
  const begun = `${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(educations.title like ${`%${begun}`} escape '\\' or educations.code like ${begun} escape '\\')`
}

async function countOf(db: Database, from: SQL): Promise<number> {
  const [row] = await db.query.all<{ total: number }>(sql`select count(*) as total ${from}`)
  return row?.total ?? 0
}

export const deskPageSize = 25

export async function listDeskEducations(db: Database, actor: Actor, { all, text, page }: Wanted, now: Date) {
  const own = sql`from educations where ${withinReach(actor, all)} and ${text === '' ? sql`true` : spelt(text)}`
  const rows = await db.query.all<EducationRow>(sql`
    select educations.id, educations.title, educations.code, educations.published_at is not null as published,
      educations.archived_at is not null as archived,
      (select count(*) from education_to_part l where l.education_id = educations.id) as partCount,
      (select min(o.starts_at) from occasions o join education_to_part l on l.education_part_id = o.education_part_id
        where l.education_id = educations.id and (o.education_id is null or o.education_id = educations.id)
          and o.canceled_at is null and o.starts_at > ${now.toISOString()}) as nextOccasionAt,
      ${managedBy(actor) ?? nothing} as managed, count(*) over () as total
    ${own}
    order by educations.archived_at is not null, educations.title_key, educations.id
    limit ${deskPageSize} offset ${(page - 1) * deskPageSize}`)
  const items: DeskEducation[] = rows.map((row) => ({
    id: row.id,
    title: row.title,
    code: row.code,
    published: row.published === 1,
    archived: row.archived === 1,
    partCount: row.partCount,
    nextOccasionDate: row.nextOccasionAt === null ? null : new Date(row.nextOccasionAt),
    managed: row.managed === 1,
  }))
  // A page after the last has no row that could tell.
  const total = rows[0]?.total ?? (page > 1 ? await countOf(db, own) : 0)
  return { items, total, page, pageSize: deskPageSize }
}
