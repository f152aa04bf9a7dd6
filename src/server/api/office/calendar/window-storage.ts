import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamsView, educationOfExamFulfils } from '#api/catalogue/exams/views.ts'
import { isGivenFor, occasionsView } from '#api/catalogue/occasions/views.ts'
import { visibleTo } from '#api/catalogue/scope/education-scope.ts'
import { managementScope } from '#api/people/reach/access.ts'
import { isNarrowed, matching, type Narrowing } from './narrowing-storage.ts'
import { examsAreOn, ownIn } from './own-storage.ts'
import type { Window } from './rules.ts'

/** How much of a window is asked for: some of it in its order, or the first so many of each of its days. */
export interface Bounds {
  take: number
  skip: number
  ofEachDay: { most: number; days: readonly Window[] } | null
}

export interface Sought {
  actor: Actor
  window: Window
  narrowing: Narrowing
}

/** Written into the text: SQLite plans a statement again when a limit is bound (decision 252). */
const written = (value: number): SQL => sql.raw(String(Math.trunc(value)))

/** The rows of each kind, under the names that conditions on them use. */
const views = { occasions: occasionsView, driver_exams: driverExamsView }

type Kind = keyof typeof views

/** Whoever manages everything is shown all that any education holds, and none of them is looked at. */
function isShown(kind: Kind, { actor, narrowing }: Sought): SQL {
  const seesAll = managementScope(actor).kind === 'all' && !isNarrowed(narrowing)
  const fits = sql`${matching(narrowing)} and ${visibleTo(actor)}`
  if (kind === 'driver_exams') return seesAll ? examsAreOn : sql`${examsAreOn} and ${educationOfExamFulfils(fits)}`
  return seesAll
    ? sql`occasions.held = 1`
    : sql`exists (select 1 from ${partsOfEducations} held_part
        join ${educationsView} educations on educations.id = held_part.education_id
        where ${isGivenFor('occasions', 'held_part')} and ${fits})`
}

/** What of a kind begins in a stretch of time and may be shown. */
const shownOf = (kind: Kind, sought: Sought, when: SQL): SQL => {
  const table = sql.raw(kind)
  return sql`from ${views[kind]} ${table} where ${when} and ${table}.canceled_at is null and ${isShown(kind, sought)}`
}

/** Began before the window, and no earlier than the longest takes, and a day: SQLite would look through all that is over. */
function isUnderWay(kind: Kind, { window }: Sought): SQL {
  const [table, begin] = [sql.raw(kind), window.from.toISOString()]
  const longest = sql`(select max(julianday(ends_at) - julianday(starts_at)) from ${views[kind]})`
  const earliest = sql`strftime('%Y-%m-%dT%H:%M:%fZ', julianday(${begin}) - ${longest} - 1)`
  return sql`${table}.starts_at < ${begin} and ${table}.starts_at >= ${earliest} and ${table}.ends_at >= ${begin}`
}

type Stretch = (kind: Kind) => SQL

const startsBetween =
  (from: SQL, to: SQL): Stretch =>
  (kind) =>
    sql`${sql.raw(kind)}.starts_at >= ${from} and ${sql.raw(kind)}.starts_at <= ${to}`

const inOrder = sql.raw('order by starts_at, kind, id')

/** The first so many of both kinds. Each is met in the order of its index and left when there are enough of it. */
function first(sought: Sought, stretch: Stretch, most: number): SQL {
  const of = (kind: Kind, code: number) => sql`select * from (
    select starts_at, ${written(code)} as kind, id ${shownOf(kind, sought, stretch(kind))}
    order by starts_at, id limit ${written(most)})`
  return sql`select * from (${of('occasions', 0)} union all ${of('driver_exams', 1)}) ${inOrder} limit ${written(most)}`
}

const daysAs = (days: readonly Window[]) =>
  sql`day (at, begins, ends) as materialized (select key, value ->> 'from', value ->> 'to'
    from json_each(${JSON.stringify(days)}))`

const onDay = startsBetween(sql.raw('day.begins'), sql.raw('day.ends'))

/** Kind and id of what is asked for of a window, as a table `picked`: no more is looked at, however much happens. */
export function picked(sought: Sought, { take, skip, ofEachDay }: Bounds): SQL {
  const { actor, window, narrowing } = sought
  const own = ownIn(actor, window, narrowing)
  const underWay = (most: number) => first(sought, (kind) => isUnderWay(kind, sought), most)
  if (ofEachDay)
    return sql`${daysAs(ofEachDay.days)}, picked (kind, id) as materialized (
      select it.value ->> 'kind', it.value ->> 'id' from day, json_each((
        select json_group_array(json_object('kind', kind, 'id', id)) from (${first(sought, onDay, ofEachDay.most)}))) it
      union select kind, id from (${underWay(ofEachDay.most)})
      union select kind, id from (${own}))`
  const begins = startsBetween(sql`${window.from.toISOString()}`, sql`${window.to.toISOString()}`)
  return sql`picked (kind, id) as materialized (
    select kind, id from (select * from (${first(sought, begins, skip + take)})
      union select * from (${underWay(skip + take)}) union select * from (${own}))
    ${inOrder} limit ${written(take)} offset ${written(skip)})`
}

/** How much of each day `picked` would take if it took everything, counted no further than so many of a kind. */
export function countedDays(sought: Sought, days: readonly Window[], most: number): SQL {
  const { actor, window, narrowing } = sought
  const shown = (kind: Kind) =>
    sql`(select count(*) from (select 1 ${shownOf(kind, sought, onDay(kind))} limit ${written(most)}))`
  const isAmong = (kind: Kind) => sql`(select 1 ${shownOf(kind, sought, sql`${sql.raw(kind)}.id = own.id`)})`
  // What is canceled, and what a draft holds, is the caller's own alone.
  return sql`(with ${daysAs(days)}, own (starts_at, kind, id) as materialized (${ownIn(actor, window, narrowing)}),
    alone (starts_at) as materialized (select starts_at from own
      where case kind when 0 then ${isAmong('occasions')} else ${isAmong('driver_exams')} end is null)
    select day.at as at, ${shown('occasions')} + ${shown('driver_exams')}
      + (select count(*) from alone where starts_at >= day.begins and starts_at <= day.ends) as count from day)`
}
