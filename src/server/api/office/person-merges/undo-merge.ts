import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { PersonMerge } from './contract.ts'
import { canUndo, mergeStates } from './rules.ts'
import { toPersonMerge } from './show-merge.ts'
import { findMerge, type MergeRow } from './storage.ts'
import { personMerges } from './table.ts'

/**
 * Returns a merge.
 * @throws Refused('not_found') when there is none.
 */
export async function getMerge(ctx: Pick<Ctx, 'db'>, id: number): Promise<MergeRow> {
  const row = await findMerge(ctx.db, id)
  if (!row) throw new Refused('not_found')
  return row
}

/**
 * Begins the undo of a merge, records that on both people and queues the job that does it. A repeated call returns the merge as it is.
 *
 * @throws Refused('not_found') when there is no such merge.
 * @throws Refused('merge_undo_over') when its 30 days are over.
 * @throws Refused('merge_undo_later_first') when the person who stayed was merged away, protected or erased since.
 */
export async function undoMerge(ctx: Ctx, id: number): Promise<PersonMerge> {
  const { db, now, actor } = ctx
  const row = await getMerge(ctx, id)
  const { merge } = row
  if (merge.state !== mergeStates.done) return toPersonMerge(row, now)
  if (!canUndo(merge.state, merge.mergedAt, now)) throw new Refused('merge_undo_over')
  await db.commit([
    db.query
      .update(personMerges)
      .set({ state: mergeStates.undoing, undoneByUserId: actor.id, changedAt: now })
      .where(sql`id = ${id}`),
    recordAudit(ctx, 'user.mergeUndone', { type: 'user', id: merge.fromUserId }, { intoUserId: merge.intoUserId }),
    recordAudit(ctx, 'user.mergeUndone', { type: 'user', id: merge.intoUserId }, { fromUserId: merge.fromUserId }),
    queueJob(ctx, 'personMerges.undo', { mergeId: id }, { key: `personMerges.undo:${id}` }),
  ])
  return toPersonMerge(await getMerge(ctx, id), now)
}
