import { type SQL, sql } from 'drizzle-orm'
import type { Narrowing } from './conditions.ts'

export interface Page {
  order: SQL[]
  limit: number
  offset: number
  /** Where a reader goes on; the total is of all. */
  beyond?: SQL | undefined
}

/** Above this, people are met in their order until a page is full; a smaller set is looked up and sorted. */
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

const ids = (conditions: readonly (SQL | undefined)[], { order, offset }: Page, limit: SQL | number): SQL =>
  sql`select users.id from users${every(conditions)} order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`

/**
 * The `+` forbids looking people up by their ids. SQLite cannot know which way is shorter, so it is told both, and the
 * one that is not takes no row.
 */
function page({ among, where }: Narrowing, wanted: Page): SQL {
  const conditions = [...where, wanted.beyond]
  if (among.length === 0) return ids(conditions, wanted, wanted.limit)
  const way = (id: SQL, isOpen: SQL) =>
    sql`select * from (${ids(
      [sql`${id} in (select id from among)`, ...conditions],
      wanted,
      sql`(case when ${isOpen} then ${wanted.limit} else 0 end)`,
    )})`
  const size = sql`(select count(*) from among)`
  return sql`${way(sql`+users.id`, sql`${size} > ${large}`)} union all ${way(sql`users.id`, sql`${size} <= ${large}`)}`
}

function total({ among, where }: Narrowing): SQL {
  if (among.length > 0 && where.length === 0) return sql`select count(*) from among`
  const isAmong = among.length > 0 ? sql`users.id in (select id from among)` : undefined
  return sql`select count(*) from users${every([isAmong, ...where])}`
}

/** One row: `ids`, a JSON list of a page of people in its order; `total`, how many there are; `allowed`. */
export function choosePage(narrowing: Narrowing, wanted: Page, allowed: SQL): SQL {
  const { among } = narrowing
  const sets = among.length > 0 ? sql`with among (id) as materialized (${inAll(among)}) ` : sql``
  return sql`(${sets}select (${total(narrowing)}) as total, ${allowed} as allowed,
    (select json_group_array(id) from (${page(narrowing, wanted)})) as ids)`
}
