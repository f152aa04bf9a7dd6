import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { itemsFrom, selectItems } from './item-storage.ts'
import type { Narrowing } from './narrowing-storage.ts'
import { bookedFrom } from './own-storage.ts'
import { countedAtMost, type Window } from './rules.ts'
import { type Bounds, countedDays, picked } from './window-storage.ts'

/** What a window holds, of both kinds and in the order of time. */
export async function listItems(ctx: Ctx, window: Window, narrowing: Narrowing, bounds: Bounds) {
  const head = picked({ actor: ctx.actor, window, narrowing }, bounds)
  const { take, ofEachDay } = bounds
  // Own sign-ups come on top of so many of each day, and what is under way once.
  const count = ofEachDay ? ofEachDay.most * (ofEachDay.days.length + 1) : take
  const rows = await selectItems(ctx, head, narrowing, count)
  return rows.flatMap(itemsFrom)
}

/** How much each of the days holds, in their order. */
export async function countDays({ db, actor }: Ctx, window: Window, narrowing: Narrowing, days: readonly Window[]) {
  const counted = countedDays({ actor, window, narrowing }, days, countedAtMost)
  const rows = await db.query
    .select({ count: sql<number>`day.count`.as('count') })
    .from(sql`${counted} day`)
    .orderBy(sql`day.at`)
  return rows.map(({ count }) => Math.min(count, countedAtMost))
}

const bookedAtMost = 200

export async function listFutureBooked(ctx: Ctx) {
  const head = sql`picked (kind, id) as materialized (select kind, id from (${bookedFrom(ctx.actor, ctx.now)})
    order by starts_at, kind, id limit ${sql.raw(String(bookedAtMost))})`
  const rows = await selectItems(ctx, head, { educationIds: [], categoryIds: [], roleIds: [] }, bookedAtMost)
  return rows.flatMap(itemsFrom)
}
