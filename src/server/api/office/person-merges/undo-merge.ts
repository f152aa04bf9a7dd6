import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError } from '#platform/database.ts'
import type { PersonMerge } from './contract.ts'
import { canUndo, mergeStates } from './rules.ts'
import { toPersonMerge } from './show-merge.ts'
import { findLaterMerge, findMerge, type MergeRow, type StoredMerge } from './storage.ts'
import { personMerges } from './table.ts'

/**
 * Returns a merge of two people in any state, with the names of those concerned and its numbers of rows. Access is not
 * checked here.
 *
 * @throws Refused('not_found') when there is none.
 */
export async function getMerge(ctx: Pick<Ctx, 'db'>, id: number): Promise<MergeRow> {
  const row = await findMerge(ctx.db, id)
  if (!row) throw new Refused('not_found')
  return row
}

const isLaterFirst = (error: unknown) => error instanceof ConstraintError && error.text === 'merge_undo_later_first'

/** Creates the refusal that names the merge to undo first; `changed_meanwhile` when that was undone in between. */
async function refuseBeforeLater({ db, language }: Ctx, merge: StoredMerge): Promise<Refused> {
  const later = await findLaterMerge(db, merge)
  if (!later) return new Refused('changed_meanwhile')
  const { from, into } = toPersonMerge(later, later.merge.mergedAt)
  const name = translator(language, 'person-merges')('mergeOf', {
    from: `${from.name} (${from.id})`,
    into: `${into.name} (${into.id})`,
  })
  return new Refused('merge_undo_later_first', { details: { merge: name, mergeId: later.merge.id } })
}

/**
 * Begins the undo of a merge of two people, with an audit entry on both, and queues the job that does it. Returns the
 * merge. A repeated call, also after the undo, returns the merge as it is. Who may undo it is for the caller to check.
 *
 * @throws Refused('not_found') when there is no such merge.
 * @throws Refused('merge_undo_ended') when one of the two is erased or has been protected since.
 * @throws Refused('merge_undo_over') when its 30 days are over.
 * @throws Refused('merge_undo_later_first') when a later merge has to be undone first; the text names it.
 * @throws Refused('changed_meanwhile') when that later merge has just been undone.
 * @throws Refused('erasure_open') when an erasure of one of the two is confirmed.
 */
export async function undoMerge(ctx: Ctx, id: number): Promise<PersonMerge> {
  const { db, now, actor } = ctx
  const row = await getMerge(ctx, id)
  const { merge } = row
  if (merge.state === mergeStates.ended) throw new Refused('merge_undo_ended')
  if (merge.state !== mergeStates.done) return toPersonMerge(row, now)
  if (!canUndo(merge.state, merge.mergedAt, now)) throw new Refused('merge_undo_over')
  const statements = [
    db.query
      .update(personMerges)
      .set({ state: mergeStates.undoing, undoneByUserId: actor.id, changedAt: now })
      .where(sql`id = ${id}`),
    recordAudit(ctx, 'user.mergeUndone', { type: 'user', id: merge.fromUserId }, { intoUserId: merge.intoUserId }),
    recordAudit(ctx, 'user.mergeUndone', { type: 'user', id: merge.intoUserId }, { fromUserId: merge.fromUserId }),
    queueJob(ctx, 'personMerges.undo', { mergeId: id }, { key: `personMerges.undo:${id}` }),
  ]
  // A trigger settles the order, so that two presses at once cannot both pass.
  await db.commit(statements).catch(async (error: unknown) => {
    throw isLaterFirst(error) ? await refuseBeforeLater(ctx, merge) : error
  })
  return toPersonMerge(await getMerge(ctx, id), now)
}
