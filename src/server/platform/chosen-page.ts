import { type SQL, sql } from 'drizzle-orm'

/** Ids that stand in an index both ways: counted by themselves, and asked of one row without being gathered. */
export interface Standing {
  /** A query of the ids, each once. */
  ids: SQL
  /** This id is one of them. */
  holds: (id: SQL) => SQL
}

/** What a list is narrowed by. */
export interface Narrowing {
  /** Queries of ids, each once: only rows in all of them. A list is driven by these, so that nothing else is looked at. */
  among: readonly (SQL | Standing)[]
  /** What a row must fulfil besides. */
  where: readonly SQL[]
}

export interface Page {
  order: SQL
  limit: number
  offset: number
  /** Where a reader goes on; the total is of all. */
  beyond?: SQL | undefined
}

/** A number written into the text: SQLite plans a statement again when a limit is bound (decision 008). */
const written = (value: number): SQL => sql.raw(String(Math.trunc(value)))

/** A row that is met in an index and passed over costs about a sixth of one that is looked up and sorted. */
const metPerLookedUp = 6

/**
 * Whether a page is full sooner when rows are met in their order than when the whole set is looked up and sorted: the
 * larger the set, the sooner one of it is met. The highest id stands for how many rows there are.
 */
const isLarge = (table: SQL, size: SQL, { limit, offset }: Page): SQL =>
  sql`${size} * ${size} * ${written(metPerLookedUp)} > ${written(limit + offset)} * (select max(id) from ${table})`

const every = (conditions: readonly (SQL | undefined)[]): SQL => {
  const given = conditions.flatMap((condition) => condition ?? [])
  return given.length > 0 ? sql` where ${sql.join(given, sql` and `)}` : sql``
}

const inAll = (sets: readonly SQL[]): SQL =>
  sets.length > 1
    ? sql.join(
        sets.map((set) => sql`select * from (${set})`),
        sql` intersect `,
      )
    : sql`select * from (${sets[0]})`

/** Where a list's rows are: a table of ids to look up, how many those are, and the same asked of a row. */
interface Driver {
  /** What stands before the query. */
  head: SQL
  ids: SQL
  size: SQL
  holds: (id: SQL) => SQL
}

const isStanding = (set: SQL | Standing): set is Standing => 'holds' in set

const gathered = sql`select id from among`

/** Counted once, though both ways to a page and the total ask for it. */
const sizeOf = (ids: SQL): SQL => sql`sized (n) as materialized (select count(*) from (${ids}))`
const size = sql`(select n from sized)`

/** One standing set is not gathered at all; beside others it is asked of what those have in common. */
function driverOf(among: Narrowing['among']): Driver | null {
  const [first, ...others] = among.filter(isStanding)
  const sets = among.filter((set): set is SQL => !isStanding(set))
  if (first && others.length === 0 && sets.length === 0) {
    const { ids, holds } = first
    return { head: sql`with ${sizeOf(ids)} `, ids, size, holds }
  }
  const drawn = sets.length > 0 ? inAll(sets) : first?.ids
  if (!drawn) return null
  const asked = sets.length > 0 ? among.filter(isStanding) : others
  const conditions = every(asked.map(({ holds }) => holds(sql`drawn.id`)))
  return {
    head: sql`with drawn (id) as (${drawn}), among (id) as materialized (select drawn.id from drawn${conditions}), ${sizeOf(gathered)} `,
    ids: gathered,
    size,
    holds: (id) => sql`${id} in (${gathered})`,
  }
}

function ids(table: SQL, conditions: readonly (SQL | undefined)[], { order, offset }: Page, limit: SQL): SQL {
  return sql`select ${table}.id from ${table}${every(conditions)} order by ${order} limit ${limit} offset ${written(offset)}`
}

/**
 * The `+` forbids looking rows up by their ids. SQLite cannot know which way is shorter, so it is told both, and the one
 * that is not takes no row.
 */
function page(table: SQL, driver: Driver | null, { where }: Narrowing, wanted: Page): SQL {
  const conditions = [...where, wanted.beyond]
  const most = written(wanted.limit)
  if (!driver) return ids(table, conditions, wanted, most)
  const way = (isAmong: SQL, isOpen: SQL) => {
    const limit = sql`(case when ${isOpen} then ${most} else 0 end)`
    return sql`select * from (${ids(table, [isAmong, ...conditions], wanted, limit)})`
  }
  const isShorter = isLarge(table, driver.size, wanted)
  const along = way(driver.holds(sql`+${table}.id`), isShorter)
  return sql`${along} union all ${way(sql`${table}.id in (${driver.ids})`, sql`not (${isShorter})`)}`
}

function total(table: SQL, driver: Driver | null, { where }: Narrowing): SQL {
  if (driver && where.length === 0) return driver.size
  const isAmong = driver ? sql`${table}.id in (${driver.ids})` : undefined
  return sql`(select count(*) from ${table}${every([isAmong, ...where])})`
}

/** One row: `ids`, a JSON list of a page of the table's rows in its order; `total`, how many there are; `allowed`. */
export function chosenPage(name: string, narrowing: Narrowing, wanted: Page, allowed: SQL = sql`true`): SQL {
  const table = sql.raw(name)
  const driver = driverOf(narrowing.among)
  return sql`(${driver?.head ?? sql``}select ${total(table, driver, narrowing)} as total, ${allowed} as allowed,
    (select json_group_array(id) from (${page(table, driver, narrowing, wanted)})) as ids)`
}

/** What a search finds. */
export interface Searched {
  /** A query of the ids, each once, which may end when it has given more than so many. */
  drawn: (most: SQL) => SQL
  /** The same asked of a row that is met in the list's order. */
  fits: SQL
  /** How many are counted; of more, only that there are. */
  most: number
}

/**
 * One row as of `chosenPage`, and `isLeast`: there are more than `total`. What is found is gathered no further than it is counted, so
 * that a search costs no more the more it finds: of very many, one of them is met soon wherever the page begins.
 */
export function searchedPage(name: string, { drawn, fits, most }: Searched, wanted: Page): SQL {
  const table = sql.raw(name)
  const isMore = sql`${size} > ${written(most)}`
  const isShorter = sql`(${isMore} or ${isLarge(table, size, wanted)})`
  const way = (isFound: SQL, isOpen: SQL) =>
    sql`select * from (${ids(table, [isFound], wanted, sql`(case when ${isOpen} then ${written(wanted.limit)} else 0 end)`)})`
  return sql`(with among (id) as materialized (${drawn(written(most))}), ${sizeOf(gathered)}
    select min(${size}, ${written(most)}) as total, ${isMore} as is_least,
      (select json_group_array(id) from (
        ${way(fits, isShorter)} union all ${way(sql`${table}.id in (${gathered})`, sql`not ${isShorter}`)})) as ids)`
}

/** The ids of a page alone, as a query, when nobody asks how many there are in all. */
export function chosenIds(name: string, narrowing: Narrowing, wanted: Page): SQL {
  const driver = driverOf(narrowing.among)
  return sql`(${driver?.head ?? sql``}select id from (${page(sql.raw(name), driver, narrowing, wanted)}))`
}
