import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamsView, educationOfExamFulfils } from '#api/catalogue/exams/views.ts'
import { isOfferedIn, occasionsView } from '#api/catalogue/occasions/views.ts'
import { isEducationVisible } from '#api/catalogue/scope/education-scope.ts'
import { managementScope } from '#api/people/reach/access.ts'
import { type EducationSelection, isSelective, matchesSelection } from './education-selection-storage.ts'
import { isExamFeatureOn, selectOwnItems } from './own-storage.ts'
import type { TimeWindow } from './rules.ts'

/** Limits of a query: a page of the window (`take`, `skip`), or the first `most` items of each day. */
export interface ItemLimits {
  take: number
  skip: number
  ofEachDay: { most: number; days: readonly TimeWindow[] } | null
}

/** Caller, window and education filter of a calendar query. */
export interface CalendarQuery {
  actor: Actor
  window: TimeWindow
  narrowing: EducationSelection
}

/** Inlines a number into the SQL text: SQLite replans a statement whose limit is a bound parameter (decision 008). */
const literal = (value: number): SQL => sql.raw(String(Math.trunc(value)))

/** View of each kind, keyed by the alias that conditions use. */
const views = { occasions: occasionsView, driver_exams: driverExamsView }

type Kind = keyof typeof views

/**
 * SQL condition: whether the caller may see the item. Without a filter, a caller who manages everything sees all items
 * that belong to an education, so the educations are not joined.
 */
function isVisible(kind: Kind, { actor, narrowing }: CalendarQuery): SQL {
  const seesAll = managementScope(actor).kind === 'all' && !isSelective(narrowing)
  const fits = sql`${matchesSelection(narrowing)} and ${isEducationVisible(actor)}`
  if (kind === 'driver_exams')
    return seesAll ? isExamFeatureOn : sql`${isExamFeatureOn} and ${educationOfExamFulfils(fits)}`
  return seesAll
    ? sql`occasions.held = 1`
    : sql`exists (select 1 from ${partsOfEducations} held_part
        join ${educationsView} educations on educations.id = held_part.education_id
        where ${isOfferedIn('occasions', 'held_part')} and ${fits})`
}

/** SQL `from` clause: the visible, not cancelled items of a kind that meet the condition `when`. */
const fromVisible = (kind: Kind, query: CalendarQuery, when: SQL): SQL => {
  const table = sql.raw(kind)
  return sql`from ${views[kind]} ${table} where ${when} and ${table}.canceled_at is null and ${isVisible(kind, query)}`
}

/**
 * SQL condition: the item began before the window and ends in or after it. The lower bound (window start minus the
 * longest duration minus a day) keeps SQLite from scanning all past items.
 */
function isOngoing(kind: Kind, { window }: CalendarQuery): SQL {
  const [table, begin] = [sql.raw(kind), window.from.toISOString()]
  const longest = sql`(select max(julianday(ends_at) - julianday(starts_at)) from ${views[kind]})`
  const earliest = sql`strftime('%Y-%m-%dT%H:%M:%fZ', julianday(${begin}) - ${longest} - 1)`
  return sql`${table}.starts_at < ${begin} and ${table}.starts_at >= ${earliest} and ${table}.ends_at >= ${begin}`
}

type TimeCondition = (kind: Kind) => SQL

const startsBetween =
  (from: SQL, to: SQL): TimeCondition =>
  (kind) =>
    sql`${sql.raw(kind)}.starts_at >= ${from} and ${sql.raw(kind)}.starts_at <= ${to}`

const inOrder = sql.raw('order by starts_at, kind, id')

/** Selects the first `most` items of both kinds. Each kind has its own limit, so that its index scan stops early. */
function selectFirst(query: CalendarQuery, condition: TimeCondition, most: number): SQL {
  const limited = (kind: Kind, code: number) => sql`select * from (
    select starts_at, ${literal(code)} as kind, id ${fromVisible(kind, query, condition(kind))}
    order by starts_at, id limit ${literal(most)})`
  return sql`select * from (${limited('occasions', 0)} union all ${limited('driver_exams', 1)}) ${inOrder} limit ${literal(most)}`
}

const dayTable = (days: readonly TimeWindow[]) =>
  sql`day (at, begins, ends) as materialized (select key, value ->> 'from', value ->> 'to'
    from json_each(${JSON.stringify(days)}))`

const onDay = startsBetween(sql.raw('day.begins'), sql.raw('day.ends'))

/**
 * Returns a common table expression `picked` with kind (0 occasion, 1 exam) and id of the calendar items that a
 * calendar shows the caller. Reads no more rows than the limits. With `ofEachDay` the text begins with a table `day`,
 * and the caller's own items and up to `most` ongoing ones come on top of those of each day. Otherwise it has one page:
 * own and ongoing items count within `take`.
 */
export function buildPickedTable(query: CalendarQuery, { take, skip, ofEachDay }: ItemLimits): SQL {
  const { actor, window, narrowing } = query
  const own = selectOwnItems(actor, window, narrowing)
  const ongoing = (most: number) => selectFirst(query, (kind) => isOngoing(kind, query), most)
  if (ofEachDay) {
    const firstOfDay = selectFirst(query, onDay, ofEachDay.most)
    return sql`${dayTable(ofEachDay.days)}, picked (kind, id) as materialized (
      select it.value ->> 'kind', it.value ->> 'id' from day, json_each((
        select json_group_array(json_object('kind', kind, 'id', id)) from (${firstOfDay}))) it
      union select kind, id from (${ongoing(ofEachDay.most)})
      union select kind, id from (${own}))`
  }
  const begins = startsBetween(sql`${window.from.toISOString()}`, sql`${window.to.toISOString()}`)
  return sql`picked (kind, id) as materialized (
    select kind, id from (select * from (${selectFirst(query, begins, skip + take)})
      union select * from (${ongoing(skip + take)}) union select * from (${own}))
    ${inOrder} limit ${literal(take)} offset ${literal(skip)})`
}

/**
 * Returns SQL with the index `at` and the `count` of each day: at most `most` visible items of each kind that begin on
 * it, and the caller's own that are not visible, on top. Ongoing items of earlier days do not count.
 */
export function selectDayCounts(query: CalendarQuery, days: readonly TimeWindow[], most: number): SQL {
  const { actor, window, narrowing } = query
  const countVisible = (kind: Kind) =>
    sql`(select count(*) from (select 1 ${fromVisible(kind, query, onDay(kind))} limit ${literal(most)}))`
  const isAmong = (kind: Kind) => sql`(select 1 ${fromVisible(kind, query, sql`${sql.raw(kind)}.id = own.id`)})`
  // Cancelled items and items of unpublished educations are visible only as the caller's own, so they are counted
  // apart.
  return sql`(with ${dayTable(days)}, own (starts_at, kind, id) as materialized (${selectOwnItems(actor, window, narrowing)}),
    alone (starts_at) as materialized (select starts_at from own
      where case kind when 0 then ${isAmong('occasions')} else ${isAmong('driver_exams')} end is null)
    select day.at as at, ${countVisible('occasions')} + ${countVisible('driver_exams')}
      + (select count(*) from alone where starts_at >= day.begins and starts_at <= day.ends) as count from day)`
}
