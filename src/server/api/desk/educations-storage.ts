import { type SQL, sql } from 'drizzle-orm'
import { chosenPage } from '#platform/chosen-page.ts'
import type { Database } from '#platform/database.ts'
import type { Actor } from '../actor.ts'
import { managementScope } from '../educations/access.ts'
import { educations } from '../educations/table.ts'
import { answersForEducation, managedBy } from '../educations/visible-to.ts'
import { beginningMatch, insideMatch, wordsOfQuestion } from '../search/rules.ts'
import type { DeskEducation } from './contract.ts'

const column = <Value>(value: SQL, name: string) => sql<Value>`${value}`.as(name)

interface Wanted {
  all: boolean
  text: string
  page: number
}

/** Titles that hold every word that is typed, and titles and codes whose words begin so. */
export function spelt(text: string): SQL {
  const words = wordsOfQuestion(text)
  if (words.length === 0) return sql`select null where false`
  const inside = insideMatch(words)
  const inTitles = inside
    ? sql` union select rowid from educations_trigrams where educations_trigrams match ${`title : (${inside})`}`
    : sql``
  const begun = `{title code} : (${beginningMatch(words)})`
  return sql`select rowid from educations_words where educations_words match ${begun}${inTitles}`
}

const responsibleFor = (actor: Actor): SQL =>
  sql`select education_id from education_responsibles where user_id = ${actor.id}`

const educationColumns = (actor: Actor, now: Date) => ({
  id: educations.id,
  title: educations.title,
  code: educations.code,
  published: column<number>(sql`educations.published_at is not null`, 'published'),
  archived: column<number>(sql`educations.archived_at is not null`, 'archived'),
  partCount: column<number>(
    sql`(select count(*) from education_to_part l where l.education_id = educations.id)`,
    'part_count',
  ),
  nextOccasionAt: column<string | null>(
    sql`(select min(o.starts_at) from occasions o join education_to_part l on l.education_part_id = o.education_part_id
      where l.education_id = educations.id and (o.education_id is null or o.education_id = educations.id)
        and o.canceled_at is null and o.starts_at > ${now.toISOString()})`,
    'next_occasion_at',
  ),
  managed: column<number>(managedBy(actor) ?? sql`false`, 'managed'),
  total: column<number>(sql`found.total`, 'total'),
})

const selectPage = (db: Database, actor: Actor, found: SQL, now: Date) =>
  db.query
    .select(educationColumns(actor, now))
    .from(sql`${found} as found`)
    .leftJoin(sql`json_each(found.ids) as place`, sql`true`)
    .leftJoin(educations, sql`educations.id = place.value`)
    .orderBy(sql`place.key`)

type PageRow = Awaited<ReturnType<typeof selectPage>>[number]

/** The row of an empty page holds no education. */
function educationFrom({ id, title, nextOccasionAt, published, archived, managed, ...row }: PageRow): DeskEducation[] {
  if (id === null || title === null) return []
  const nextOccasionDate = nextOccasionAt === null ? null : new Date(nextOccasionAt)
  const flags = { published: published === 1, archived: archived === 1, managed: managed === 1 }
  return [{ id, title, code: row.code, partCount: row.partCount, nextOccasionDate, ...flags }]
}

export const deskPageSize = 25

/** The page of what is wanted. Whoever manages everything is asked nothing of each education. */
export const foundFor = (actor: Actor, { all, text, page }: Wanted): SQL =>
  chosenPage(
    'educations',
    {
      among: [...(all ? [] : [responsibleFor(actor)]), ...(text === '' ? [] : [spelt(text)])],
      where: all && managementScope(actor).kind !== 'all' ? [answersForEducation(actor)] : [],
    },
    {
      order: sql`educations.desk_key, educations.id`,
      limit: deskPageSize,
      offset: (page - 1) * deskPageSize,
    },
  )

export async function listDeskEducations(db: Database, actor: Actor, wanted: Wanted, now: Date) {
  const [rows] = await db.read([selectPage(db, actor, foundFor(actor, wanted), now)])
  return { items: rows.flatMap(educationFrom), total: rows[0]?.total ?? 0, page: wanted.page, pageSize: deskPageSize }
}
