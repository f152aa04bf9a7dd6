import { type SQL, sql } from 'drizzle-orm'
import type { Window } from './rules.ts'

/** How much of a window is asked for: its first so many, or so many of each of its days. */
export interface Bounds {
  limit: number
  ofEachDay: { most: number; days: readonly Window[] } | null
}

/**
 * The ids of what is in a window, as a query: no more is looked at than is asked for, however much happens. `shown` is
 * a condition on a row of the table.
 */
export function idsWithin(name: 'occasions' | 'driver_exams', { from, to }: Window, shown: SQL, bounds: Bounds): SQL {
  const table = sql.raw(name)
  const first = (when: SQL, most: number | SQL) => sql`
    select ${table}.id from ${table} where ${when} and ${table}.canceled_at is null and ${shown}
    order by ${table}.starts_at, ${table}.id limit ${most}`
  const [begin, end] = [from.toISOString(), to.toISOString()]
  // Began no earlier than the longest takes, and a day: SQLite would look through all that is over.
  const longest = sql`(select max(julianday(ends_at) - julianday(starts_at)) from ${table})`
  const earliest = sql`strftime('%Y-%m-%dT%H:%M:%fZ', julianday(${begin}) - ${longest} - 1)`
  const isUnderWay = sql`${table}.starts_at < ${begin} and ${table}.starts_at >= ${earliest} and ${table}.ends_at >= ${begin}`
  const { limit, ofEachDay } = bounds
  if (!ofEachDay)
    return sql`select * from (${first(isUnderWay, limit)})
      union select * from (${first(sql`${table}.starts_at >= ${begin} and ${table}.starts_at <= ${end}`, limit)})`
  const days = JSON.stringify(ofEachDay.days.map((day) => [day.from.toISOString(), day.to.toISOString()]))
  const onDay = sql`${table}.starts_at >= day.value ->> 0 and ${table}.starts_at <= day.value ->> 1`
  return sql`select * from (${first(isUnderWay, ofEachDay.most)})
    union select it.value from json_each(${days}) day,
      json_each((select json_group_array(id) from (${first(onDay, ofEachDay.most)}))) it`
}
