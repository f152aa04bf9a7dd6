import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { partsOfEducations, responsiblesOfEducations } from '#api/catalogue/educations/views.ts'
import { occasionsOfEducations } from '#api/catalogue/occasions/views.ts'
import { managesEducation, managesOrIsResponsible } from '#api/catalogue/scope/education-scope.ts'
import { managementScope } from '#api/people/reach/access.ts'
import { selectListPage, selectSearchPage } from '#api/people/reach/list-page.ts'
import { toPrefixMatch, toQueryWords, toSubstringMatch } from '#api/text-matching.ts'
import type { Database } from '#platform/database.ts'
import type { WorklistEducation } from './contract.ts'

const column = <Value>(value: SQL, name: string) => sql<Value>`${value}`.as(name)

interface WorklistQuery {
  all: boolean
  text: string
  page: number
}

/**
 * SQL query of the column `id`: educations whose title contains every typed word of at least three letters, or whose
 * title and code contain words that begin with every typed word. No row without a word; in no order. With `most` the
 * query stops at the first `most + 1` rows.
 */
export function selectMatchingIds(text: string, most?: SQL): SQL {
  const words = toQueryWords(text)
  if (words.length === 0) return sql`select null as id where false`
  const inside = toSubstringMatch(words)
  const limit = most ? sql`limit ${most} + 1` : sql``
  const begun = sql`select rowid as id from educations_words
    where educations_words match ${`{title code} : (${toPrefixMatch(words)})`}`
  if (!inside) return sql`${begun} ${limit}`
  // Skips the word index when there are enough titles, because SQLite collects all prefix matches before it returns the
  // first.
  const more = most ? sql`limit case when (select count(*) from inside) > ${most} then 0 else ${most} + 1 end` : sql``
  return sql`with inside (id) as materialized (
      select rowid from educations_trigrams where educations_trigrams match ${`title : (${inside})`} ${limit})
    select id from inside
    union all select * from (${begun} and rowid not in (select id from inside) ${more})`
}

const key = sql`educations.search_key`
const indexOfWord = (word: string) => sql`instr(${key}, ${word})`

/**
 * SQL condition on a row of `educations`: it matches the text by the rules of `selectMatchingIds`; false for a text
 * without a word. Reads the search key, whose first line is the title (`toSearchKey`).
 */
export function matchesText(text: string): SQL {
  const words = toQueryWords(text)
  if (words.length === 0) return sql`false`
  const begun = sql.join(
    words.map((word) => indexOfWord(` ${word}`)),
    sql` and `,
  )
  if (!toSubstringMatch(words)) return sql`(${begun})`
  const anywhere = words.map(indexOfWord)
  const inside = words.map((word) => sql`${indexOfWord(word)} < instr(${key}, char(10))`)
  return sql`(${sql.join(anywhere, sql` and `)} and (${sql.join(inside, sql` and `)} or ${begun}))`
}

const selectResponsibleFor = (actor: Actor): SQL =>
  sql`select education_id from ${responsiblesOfEducations} where user_id = ${actor.id}`

const educationColumns = (actor: Actor, now: Date) => ({
  id: educations.id,
  title: educations.title,
  code: educations.code,
  published: column<number>(sql`educations.published_at is not null`, 'published'),
  archived: column<number>(sql`educations.archived_at is not null`, 'archived'),
  partCount: column<number>(
    sql`(select count(*) from ${partsOfEducations} l where l.education_id = educations.id)`,
    'part_count',
  ),
  nextOccasionAt: column<string | null>(
    sql`(select min(o.starts_at) from ${occasionsOfEducations} o
      where o.education_id = educations.id and o.canceled_at is null and o.starts_at > ${now.toISOString()})`,
    'next_occasion_at',
  ),
  managed: column<number>(managesEducation(actor) ?? sql`false`, 'managed'),
  total: column<number>(sql`found.total`, 'total'),
  isLeast: column<number>(sql`found.is_least`, 'is_least'),
})

const selectPage = (db: Database, actor: Actor, found: SQL, now: Date) =>
  db.query
    .select(educationColumns(actor, now))
    .from(sql`${found} as found`)
    .leftJoin(sql`json_each(found.ids) as place`, sql`true`)
    .leftJoin(educations, sql`educations.id = place.value`)
    .orderBy(sql`place.key`)

type PageRow = Awaited<ReturnType<typeof selectPage>>[number]

/** Converts a row of a page; the single row of an empty page contains no education. */
function toEducations({
  id,
  title,
  nextOccasionAt,
  published,
  archived,
  managed,
  ...row
}: PageRow): WorklistEducation[] {
  if (id === null || title === null) return []
  const nextOccasionDate = nextOccasionAt === null ? null : new Date(nextOccasionAt)
  const flags = { published: published === 1, archived: archived === 1, managed: managed === 1 }
  return [{ id, title, code: row.code, partCount: row.partCount, nextOccasionDate, ...flags }]
}

/** Number of educations on a page of the worklist. */
export const worklistPageSize = 25

/** Pages that a search counts at least, and pages counted after the current one. */
const [minPagesCounted, pagesAhead] = [10, 5]

/**
 * Returns SQL of one row with a page of worklist educations by title: `ids` (a JSON array), `total` and `is_least`.
 * They are those that the actor is responsible for or, with `all`, also manages, and that match the text if there is
 * one. `is_least` is true when there are more matches than counted, which happens only to callers who manage everything
 * and search.
 */
export function selectPageIds(actor: Actor, { all, text, page }: WorklistQuery): SQL {
  const order = sql`educations.desk_key, educations.id`
  const pagination = { order, limit: worklistPageSize, offset: (page - 1) * worklistPageSize }
  const managesAll = managementScope(actor).kind === 'all'
  if (all && managesAll && text !== '') {
    const most = Math.max(minPagesCounted, page + pagesAhead) * worklistPageSize
    return selectSearchPage(
      'educations',
      { matchingIds: (most) => selectMatchingIds(text, most), rowMatches: matchesText(text), maxCounted: most },
      pagination,
    )
  }
  const among = [...(all ? [] : [selectResponsibleFor(actor)]), ...(text === '' ? [] : [selectMatchingIds(text)])]
  const where = all && !managesAll ? [managesOrIsResponsible(actor)] : []
  return sql`(select *, false as is_least from ${selectListPage('educations', { idSets: among, where }, pagination)})`
}

/**
 * Lists a page of 25 educations, by title: those that the actor is responsible for or, with `all`, also those that they
 * may manage. A text narrows them. Unpublished and archived ones are included. `isLeast` when `total` is counted in
 * part only. `page` counts from 1.
 */
export async function listWorklistEducations(db: Database, actor: Actor, query: WorklistQuery, now: Date) {
  const rows = await selectPage(db, actor, selectPageIds(actor, query), now)
  const { total = 0, isLeast = 0 } = rows[0] ?? {}
  return {
    items: rows.flatMap(toEducations),
    total,
    isLeast: isLeast === 1,
    page: query.page,
    pageSize: worklistPageSize,
  }
}
