import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { itemsFrom, selectItems } from './item-storage.ts'
import type { Narrowing } from './narrowing-storage.ts'
import { bookedFrom } from './own-storage.ts'
import { maxCountedPerDay, type Window } from './rules.ts'
import { type Bounds, countedDays, picked } from './window-storage.ts'

/** Lists the occasions and exams of a window in chronological order. */
export async function listItems(ctx: Ctx, window: Window, narrowing: Narrowing, bounds: Bounds) {
  const head = picked({ actor: ctx.actor, window, narrowing }, bounds)
  const { take, ofEachDay } = bounds
  // The caller's own sign-ups come on top of the limit of each day, and ongoing items count as one more day.
  const count = ofEachDay ? ofEachDay.most * (ofEachDay.days.length + 1) : take
  const rows = await selectItems(ctx, head, narrowing, count)
  return rows.flatMap(itemsFrom)
}

/** Counts the items that begin on each day, in the order of the days. */
export async function countDays({ db, actor }: Ctx, window: Window, narrowing: Narrowing, days: readonly Window[]) {
  const dayCounts = countedDays({ actor, window, narrowing }, days, maxCountedPerDay)
  const rows = await db.query
    .select({ count: sql<number>`day.count`.as('count') })
    .from(sql`${dayCounts} day`)
    .orderBy(sql`day.at`)
  return rows.map(({ count }) => Math.min(count, maxCountedPerDay))
}

const maxBooked = 200

/** Lists the ongoing and future occasions and exams that the caller is signed up for, at most 200. */
export async function listFutureBooked(ctx: Ctx) {
  const head = sql`picked (kind, id) as materialized (select kind, id from (${bookedFrom(ctx.actor, ctx.now)})
    order by starts_at, kind, id limit ${sql.raw(String(maxBooked))})`
  const rows = await selectItems(ctx, head, { educationIds: [], categoryIds: [], roleIds: [] }, maxBooked)
  return rows.flatMap(itemsFrom)
}
