import { type SQL, sql } from 'drizzle-orm'

/** What a list is narrowed by. */
export interface Narrowing {
  /** Queries of ids: only rows in all of them. A list is driven by these, so that nothing else is looked at. */
  among: readonly SQL[]
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

/** Above this, rows are met in their order until a page is full; a smaller set is looked up and sorted. */
const large = 1000

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
    : sql`select distinct * from (${sets[0]})`

function ids(table: SQL, conditions: readonly (SQL | undefined)[], { order, offset }: Page, limit: SQL | number): SQL {
  return sql`select ${table}.id from ${table}${every(conditions)} order by ${order} limit ${limit} offset ${offset}`
}

/**
 * The `+` forbids looking rows up by their ids. SQLite cannot know which way is shorter, so it is told both, and the one
 * that is not takes no row.
 */
function page(table: SQL, { among, where }: Narrowing, wanted: Page): SQL {
  const conditions = [...where, wanted.beyond]
  if (among.length === 0) return ids(table, conditions, wanted, wanted.limit)
  const way = (id: SQL, isOpen: SQL) => {
    const limit = sql`(case when ${isOpen} then ${wanted.limit} else 0 end)`
    return sql`select * from (${ids(table, [sql`${id} in (select id from among)`, ...conditions], wanted, limit)})`
  }
  const size = sql`(select count(*) from among)`
  return sql`${way(sql`+${table}.id`, sql`${size} > ${large}`)} union all ${way(sql`${table}.id`, sql`${size} <= ${large}`)}`
}

function total(table: SQL, { among, where }: Narrowing): SQL {
  if (among.length > 0 && where.length === 0) return sql`select count(*) from among`
  const isAmong = among.length > 0 ? sql`${table}.id in (select id from among)` : undefined
  return sql`select count(*) from ${table}${every([isAmong, ...where])}`
}

const withSets = ({ among }: Narrowing): SQL =>
  among.length > 0 ? sql`with among (id) as materialized (${inAll(among)}) ` : sql``

/** One row: `ids`, a JSON list of a page of the table's rows in its order; `total`, how many there are; `allowed`. */
export function chosenPage(name: string, narrowing: Narrowing, wanted: Page, allowed: SQL = sql`true`): SQL {
  const table = sql.raw(name)
  return sql`(${withSets(narrowing)}select (${total(table, narrowing)}) as total, ${allowed} as allowed,
    (select json_group_array(id) from (${page(table, narrowing, wanted)})) as ids)`
}

/** The ids of a page alone, as a query, when nobody asks how many there are in all. */
export function chosenIds(name: string, narrowing: Narrowing, wanted: Page): SQL {
  return sql`(${withSets(narrowing)}select id from (${page(sql.raw(name), narrowing, wanted)}))`
}
