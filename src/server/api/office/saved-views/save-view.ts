import { sql } from 'drizzle-orm'
import { type Actor, callerGroups, isAdministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { NewSavedView, SavedView } from './contract.ts'
import { formatViewHref, normalizeQuery, type ViewList, viewLists } from './rules.ts'
import { findOwnView, findView, isRemovable, listViews, removeViews, selectOwnId, upsertView } from './storage.ts'

const canOpenList = (actor: Actor, list: ViewList): boolean => callerGroups[viewLists[list].who](actor)

/**
 * Lists the saved views of a list that the caller sees, own and shared ones, by name; empty for a list that the caller
 * may not open.
 */
export const listSavedViews = async ({ db, actor }: Ctx, list: ViewList): Promise<SavedView[]> =>
  canOpenList(actor, list) ? listViews(db, actor, list) : []

/**
 * Returns a saved view that is the caller's own or shared, of a list that the caller may open.
 *
 * @throws Refused('not_found') when there is none.
 */
export async function getSeenView({ db, actor }: Ctx, id: number): Promise<SavedView> {
  const view = await findView(db, actor, id)
  if (!view || !canOpenList(actor, view.list)) throw new Refused('not_found')
  return view
}

/**
 * Saves a view of a list for the caller with an audit entry, and returns it; replaces an own one of the same name. The
 * log has neither the name nor the filter, which may name people. Sharing lets all who may open the list see the view.
 * The query is stored without parameters that the list does not have.
 *
 * @throws Refused('not_allowed') for a list that the caller may not open, and for sharing below administrators.
 * @throws Refused('views_enough') when the caller has fifty views of the list, by a trigger.
 */
export async function saveView(ctx: Ctx, { list, name, query, isShared }: NewSavedView): Promise<SavedView> {
  const { db, actor, now } = ctx
  if (!canOpenList(actor, list) || (isShared && !isAdministrator(actor))) throw new Refused('not_allowed')
  await db.commit([
    upsertView(db, { userId: actor.id, list, name, query: normalizeQuery(list, query), isShared, createdAt: now }),
    recordAudit(
      ctx,
      'savedView.saved',
      { type: 'savedView', id: selectOwnId(actor, { list, name }) },
      { address: formatViewHref(list, ''), isShared },
    ),
  ])
  const saved = await findOwnView(db, actor, { list, name })
  if (!saved) throw new Error('the view was not saved')
  return saved
}

/**
 * Removes a saved view, with an audit entry, if it is the caller's own; a superadministrator may also remove a shared
 * one. Does nothing for any other id. Report schedules of the view stay without it, and send nothing.
 */
export async function removeView(ctx: Ctx, id: number): Promise<undefined> {
  const condition = isRemovable(ctx.actor, id)
  const exists = sql`exists (select 1 from saved_views where ${condition})`
  await ctx.db.commit([
    recordAuditWhen(ctx, exists, 'savedView.removed', { type: 'savedView', id }),
    removeViews(ctx.db, condition),
  ])
}
