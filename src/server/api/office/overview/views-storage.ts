import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { ConstraintError } from '#platform/database.ts'
import type { OverviewView } from './contract.ts'
import { overviewViews } from './table.ts'

const columns = { id: overviewViews.id, name: overviewViews.name, address: overviewViews.address }

/** Lists the caller's saved views by name; other people's are never listed. */
export const listViews = ({ db, actor }: Ctx): Promise<OverviewView[]> =>
  db.query
    .select(columns)
    .from(overviewViews)
    .where(eq(overviewViews.userId, actor.id))
    .orderBy(sql`lower(${overviewViews.name})`)

/**
 * Saves a view of the caller with an audit entry, and returns it; replaces a view of the same name.
 *
 * @throws Refused('views_enough') when the caller has fifty views, by a trigger.
 */
export async function saveView(ctx: Ctx, { name, address }: Omit<OverviewView, 'id'>): Promise<OverviewView> {
  const row = { userId: ctx.actor.id, name, address, createdAt: ctx.now }
  const insert = ctx.db.query
    .insert(overviewViews)
    .values(row)
    .onConflictDoUpdate({ target: [overviewViews.userId, overviewViews.name], set: { address } })
    .returning(columns)
  const audit = recordAudit(ctx, 'overview.viewSaved', { type: 'overviewView', id: name }, { address })
  try {
    const [[saved]] = await ctx.db.commit([insert, audit] as const)
    if (!saved) throw new Error('the view was not saved')
    return saved
  } catch (error) {
    const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    throw code ? new Refused(code) : error
  }
}

/**
 * Removes one of the caller's views, with an audit entry; does nothing when it does not exist or is another person's.
 */
export async function removeView(ctx: Ctx, id: number): Promise<undefined> {
  const own = and(eq(overviewViews.id, id), eq(overviewViews.userId, ctx.actor.id))
  const exists = sql`exists (select 1 from overview_views where id = ${id} and user_id = ${ctx.actor.id})`
  await ctx.db.commit([
    recordAuditWhen(ctx, exists, 'overview.viewRemoved', { type: 'overviewView', id }),
    ctx.db.query.delete(overviewViews).where(own),
  ])
}
