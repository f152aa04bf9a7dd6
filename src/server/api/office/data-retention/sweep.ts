import { subDays, subMonths } from 'date-fns'
import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { sweepEntries } from '#api/foundation/audit/retention/storage.ts'
import { countRowsOfTables } from './count-rows.ts'
import { dataMap } from './data-map.ts'
import { deleteBatch, updateBatch } from './mapped-table.ts'
import { accountingEnd, hasTimeLimit, type TableRule } from './rules.ts'
import { bindPlaceholders } from './subject.ts'

const maxRowsPerRun = 2000

async function removeOld(ctx: Ctx<null>, table: string, { kept: period }: TableRule): Promise<number> {
  if (!hasTimeLimit(period) || period.by !== 'dataRetention.sweep') return 0
  const before = subDays(subMonths(ctx.now, period.months ?? 0), period.days ?? 0)
  const isOld = sql`${sql.identifier(period.since)} < ${before.toISOString()}`
  if (table === 'audit_entries') {
    await ctx.db.commit([sweepEntries(ctx.db, before, maxRowsPerRun)])
    const remaining = await countRowsOfTables(ctx.db, [{ table, where: isOld }])
    return remaining[0] ? maxRowsPerRun : 0
  }
  return deleteBatch(ctx.db, table, isOld, maxRowsPerRun)
}

async function emptyOld(ctx: Ctx<null>, table: string, { afterwards }: TableRule): Promise<number> {
  if (!afterwards) return 0
  const where = bindPlaceholders(afterwards.where, { accountingEnd: sql`${accountingEnd(ctx.now)}` })
  const set = Object.fromEntries(Object.entries(afterwards.set).map(([column, value]) => [column, sql.raw(value)]))
  return updateBatch(ctx.db, table, set, { where, limit: maxRowsPerRun })
}

/**
 * Removes rows whose retention period has ended, in tables that this job sweeps, and empties accounting records that
 * are no longer required; at most 2,000 rows of a table. Each table commits by itself, without an audit entry. Returns
 * whether there may be more rows.
 */
export async function sweepTables(ctx: Ctx<null>): Promise<boolean> {
  let hasMore = false
  for (const [table, rule] of dataMap) {
    const changed = [await removeOld(ctx, table, rule), await emptyOld(ctx, table, rule)]
    if (changed.includes(maxRowsPerRun)) hasMore = true
  }
  return hasMore
}
