import { type SQL, sql } from 'drizzle-orm'

/** A set of ids backed by an index: it can be counted, and one id can be looked up without reading the set. */
export interface IndexedSet {
  /** A query that returns each id once. */
  ids: SQL
  /** The condition that the set contains an id. */
  contains: (id: SQL) => SQL
}

/** The sets and conditions that select the rows of a list. */
export interface ListFilter {
  /** Sets of ids, each id once; a row must be in all of them. The query starts from these and reads no other rows. */
  idSets: readonly (SQL | IndexedSet)[]
  /** Further conditions on each row. */
  where: readonly SQL[]
}

export interface PageRequest {
  order: SQL
  limit: number
  offset: number
  /** Condition of the cursor: rows after the last page. The total does not apply it. */
  afterCursor?: SQL | undefined
}

/** Writes a number into the SQL text: SQLite plans a statement again when a limit is bound (decision 008). */
const literal = (value: number): SQL => sql.raw(String(Math.trunc(value)))

/** Cost of a row that is looked up and sorted, in rows that are scanned in index order and skipped. */
const scannedRowsPerLookup = 6

/**
 * Whether scanning the table in list order fills a page sooner than looking up and sorting the whole set: the larger
 * the set, the sooner the scan meets its rows. The highest id estimates the number of rows.
 */
const isLarge = (table: SQL, size: SQL, { limit, offset }: PageRequest): SQL =>
  sql`${size} * ${size} * ${literal(scannedRowsPerLookup)} > ${literal(limit + offset)} * (select max(id) from ${table})`

const every = (conditions: readonly (SQL | undefined)[]): SQL => {
  const present = conditions.flatMap((condition) => condition ?? [])
  return present.length > 0 ? sql` where ${sql.join(present, sql` and `)}` : sql``
}

const inAll = (sets: readonly SQL[]): SQL =>
  sets.length > 1
    ? sql.join(
        sets.map((set) => sql`select * from (${set})`),
        sql` intersect `,
      )
    : sql`select * from (${sets[0]})`

/** The ids that a list's query starts from: as a query, as a number and as a condition on one id. */
interface Driver {
  /** The `with` clauses that precede the query. */
  head: SQL
  ids: SQL
  size: SQL
  holds: (id: SQL) => SQL
}

const isStanding = (set: SQL | IndexedSet): set is IndexedSet => 'contains' in set

const gathered = sql`select id from among`

/** Counts the ids once, for both plans of a page and for the total. */
const sizeOf = (ids: SQL): SQL => sql`sized (n) as materialized (select count(*) from (${ids}))`
const size = sql`(select n from sized)`

/**
 * Returns the driver of a list; null without sets. A single indexed set is not materialized; beside others it filters
 * them.
 */
function driverOf(among: ListFilter['idSets']): Driver | null {
  const [first, ...others] = among.filter(isStanding)
  const sets = among.filter((set): set is SQL => !isStanding(set))
  if (first && others.length === 0 && sets.length === 0) {
    const { ids, contains: holds } = first
    return { head: sql`with ${sizeOf(ids)} `, ids, size, holds }
  }
  const source = sets.length > 0 ? inAll(sets) : first?.ids
  if (!source) return null
  const indexedSets = sets.length > 0 ? among.filter(isStanding) : others
  const conditions = every(indexedSets.map(({ contains: holds }) => holds(sql`drawn.id`)))
  return {
    head: sql`with drawn (id) as (${source}), among (id) as materialized (select drawn.id from drawn${conditions}), ${sizeOf(gathered)} `,
    ids: gathered,
    size,
    holds: (id) => sql`${id} in (${gathered})`,
  }
}

function ids(table: SQL, conditions: readonly (SQL | undefined)[], { order, offset }: PageRequest, limit: SQL): SQL {
  return sql`select ${table}.id from ${table}${every(conditions)} order by ${order} limit ${limit} offset ${literal(offset)}`
}

/**
 * Selects the ids of a page. SQLite cannot know which plan is shorter, so the query contains both, and the other plan
 * has limit 0. The `+` keeps SQLite from looking rows up by their ids in the scan.
 */
function page(table: SQL, driver: Driver | null, { where }: ListFilter, request: PageRequest): SQL {
  const conditions = [...where, request.afterCursor]
  const most = literal(request.limit)
  if (!driver) return ids(table, conditions, request, most)
  const way = (isAmong: SQL, isOpen: SQL) => {
    const limit = sql`(case when ${isOpen} then ${most} else 0 end)`
    return sql`select * from (${ids(table, [isAmong, ...conditions], request, limit)})`
  }
  const isShorter = isLarge(table, driver.size, request)
  const along = way(driver.holds(sql`+${table}.id`), isShorter)
  return sql`${along} union all ${way(sql`${table}.id in (${driver.ids})`, sql`not (${isShorter})`)}`
}

function total(table: SQL, driver: Driver | null, { where }: ListFilter): SQL {
  if (driver && where.length === 0) return driver.size
  const isAmong = driver ? sql`${table}.id in (${driver.ids})` : undefined
  return sql`(select count(*) from ${table}${every([isAmong, ...where])})`
}

/**
 * Returns an SQL query of one row for a page of a list: `ids`, a JSON array of the ids of the page in order; `total`,
 * the number of all rows that match; `allowed`, the value of that condition. A row matches when it is in all id sets
 * and meets all conditions.
 *
 * `name` is the table, written into the SQL as it is, never user input. `request` gives the order, the offset and the
 * size of the page; `total` ignores its cursor. `allowed` does not filter: the caller refuses by it. Without id sets
 * the whole table is the list.
 */
export function selectListPage(
  name: string,
  narrowing: ListFilter,
  request: PageRequest,
  allowed: SQL = sql`true`,
): SQL {
  const table = sql.raw(name)
  const driver = driverOf(narrowing.idSets)
  return sql`(${driver?.head ?? sql``}select ${total(table, driver, narrowing)} as total, ${allowed} as allowed,
    (select json_group_array(id) from (${page(table, driver, narrowing, request)})) as ids)`
}

/** The matches of a search. */
export interface SearchSource {
  /** A query of the matching ids, each once, which may stop after the given number. */
  matchingIds: (limit: SQL) => SQL
  /** The condition that a row matches, for a scan in list order. */
  rowMatches: SQL
  /** Highest number of matches that are counted. */
  maxCounted: number
}

/**
 * Returns an SQL query of one row for a page of a search: `ids`, a JSON array of the ids of the page in order; `total`,
 * the matches up to `maxCounted`; `is_least`, whether there are more. The matches are given by `matchingIds` and by
 * `rowMatches`, the same rule as a condition.
 *
 * `name` is the table, written into the SQL as it is. `request` gives the order, the offset and the size of the page;
 * its cursor is ignored. Matches are materialized only as far as they are counted, so the cost of a search has a bound;
 * beyond it a scan in list order soon fills the page.
 */
export function selectSearchPage(
  name: string,
  { matchingIds: drawn, rowMatches: fits, maxCounted: most }: SearchSource,
  request: PageRequest,
): SQL {
  const table = sql.raw(name)
  const isMore = sql`${size} > ${literal(most)}`
  const isShorter = sql`(${isMore} or ${isLarge(table, size, request)})`
  const way = (isFound: SQL, isOpen: SQL) =>
    sql`select * from (${ids(table, [isFound], request, sql`(case when ${isOpen} then ${literal(request.limit)} else 0 end)`)})`
  return sql`(with among (id) as materialized (${drawn(literal(most))}), ${sizeOf(gathered)}
    select min(${size}, ${literal(most)}) as total, ${isMore} as is_least,
      (select json_group_array(id) from (
        ${way(fits, isShorter)} union all ${way(sql`${table}.id in (${gathered})`, sql`not ${isShorter}`)})) as ids)`
}

/**
 * Returns an SQL query for the ids of a page of the table `name` in the order of `request`, one row each, without the
 * total; no rows when none match the sets and conditions.
 */
export function selectPageIds(name: string, narrowing: ListFilter, request: PageRequest): SQL {
  const driver = driverOf(narrowing.idSets)
  return sql`(${driver?.head ?? sql``}select id from (${page(sql.raw(name), driver, narrowing, request)}))`
}
