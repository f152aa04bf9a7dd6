import { subDays, subMonths } from 'date-fns'
import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { sweepEntries } from '#api/foundation/audit/retention/storage.ts'
import { countEach } from './count-rows.ts'
import { dataMap } from './data-map.ts'
import { deleteSome, updateSome } from './mapped-table.ts'
import { accountingEnd, isLimited, type TableRule } from './rules.ts'
import { bound } from './subject.ts'

const rowsAtOnce = 2000

async function removeOld(ctx: Ctx<null>, table: string, { kept }: TableRule): Promise<number> {
  if (!isLimited(kept) || kept.by !== 'dataRetention.sweep') return 0
  const before = subDays(subMonths(ctx.now, kept.months ?? 0), kept.days ?? 0)
  const isOld = sql`${sql.identifier(kept.since)} < ${before.toISOString()}`
  if (table === 'audit_entries') {
    await ctx.db.commit([sweepEntries(ctx.db, before, rowsAtOnce)])
    const left = await countEach(ctx.db, [{ table, where: isOld }])
    return left[0] ? rowsAtOnce : 0
  }
  return deleteSome(ctx.db, table, isOld, rowsAtOnce)
}

async function emptyOld(ctx: Ctx<null>, table: string, { afterwards }: TableRule): Promise<number> {
  if (!afterwards) return 0
  const where = bound(afterwards.where, { accountingEnd: sql`${accountingEnd(ctx.now)}` })
  const set = Object.fromEntries(Object.entries(afterwards.set).map(([column, value]) => [column, sql.raw(value)]))
  return updateSome(ctx.db, table, set, { where, limit: rowsAtOnce })
}

/** Removes the rows that the data map keeps for a time and no other job sweeps; answers whether there may be more. */
export async function sweepTables(ctx: Ctx<null>): Promise<boolean> {
  let isMore = false
  for (const [table, rule] of dataMap) {
    const changed = [await removeOld(ctx, table, rule), await emptyOld(ctx, table, rule)]
    if (changed.includes(rowsAtOnce)) isMore = true
  }
  return isMore
}
