import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import type { EducationSelection } from './education-selection-storage.ts'
import { parseItems, selectItems } from './item-storage.ts'
import { selectBookedItems, selectUpcomingBookings } from './own-storage.ts'
import { maxCountedPerDay, type TimeWindow } from './rules.ts'
import { buildPickedTable, type ItemLimits, selectDayCounts } from './window-storage.ts'

/**
 * Lists the occasions and exams of a window that the caller may see, chronologically, ongoing ones of earlier days too.
 * `narrowing` filters by education. Cancelled ones are listed only when the caller was booked on or leads them.
 * `bounds.ofEachDay` limits each day to `most` items, with the caller's own and up to `most` ongoing ones on top;
 * without it, `take` items after `skip` are listed, own and ongoing ones included.
 */
export async function listItems(ctx: Ctx, window: TimeWindow, narrowing: EducationSelection, bounds: ItemLimits) {
  const head = buildPickedTable({ actor: ctx.actor, window, narrowing }, bounds)
  const { take, ofEachDay } = bounds
  // The caller's own sign-ups come on top of the limit of each day, and ongoing items count as one more day.
  const count = ofEachDay ? ofEachDay.most * (ofEachDay.days.length + 1) : take
  const rows = await selectItems(ctx, head, narrowing, count)
  return rows.flatMap(parseItems)
}

/**
 * Counts the items that the caller may see and that begin on each day, in the order of the days; a higher number is
 * 100. `window` contains the days. Cancelled ones count only as the caller's own.
 */
export async function countDays(
  { db, actor }: Ctx,
  window: TimeWindow,
  narrowing: EducationSelection,
  days: readonly TimeWindow[],
) {
  const dayCounts = selectDayCounts({ actor, window, narrowing }, days, maxCountedPerDay)
  const rows = await db.query
    .select({ count: sql<number>`day.count`.as('count') })
    .from(sql`${dayCounts} day`)
    .orderBy(sql`day.at`)
  return rows.map(({ count }) => Math.min(count, maxCountedPerDay))
}

const maxBooked = 200

const firstBooked = (items: SQL) => sql`picked (kind, id) as materialized (select kind, id from (${items})
    order by starts_at, kind, id limit ${sql.raw(String(maxBooked))})`

/**
 * Lists the occasions and exams that overlap `window`, match the filter and that the caller is signed up for. They are
 * in chronological order, at most 200. Occasions that the caller was signed up for until they were cancelled are listed
 * too. Cancelled exams are not, and exams only while their feature is on.
 */
export async function listBooked(ctx: Ctx, window: TimeWindow, narrowing: EducationSelection) {
  const head = firstBooked(selectBookedItems(ctx.actor, window, narrowing))
  return (await selectItems(ctx, head, narrowing, maxBooked)).flatMap(parseItems)
}

/**
 * Lists the ongoing and future occasions and exams that the caller is signed up for, by start, at most 200. Cancelled
 * occasions that the caller was booked on are listed too. Cancelled exams are not, and exams only while their feature
 * is on.
 */
export async function listFutureBooked(ctx: Ctx) {
  const head = firstBooked(selectUpcomingBookings(ctx.actor, ctx.now))
  const rows = await selectItems(ctx, head, { educationIds: [], categoryIds: [], roleIds: [] }, maxBooked)
  return rows.flatMap(parseItems)
}
