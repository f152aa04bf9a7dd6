import { sql } from 'drizzle-orm'
import { personNameTags } from '#api/calls.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { removeSessionsOfUser } from '#api/people/authentication/storage.ts'
import { removeTokensOfUsers } from '#api/people/tokens/storage.ts'
import { reopenMergedAccount } from '#api/people/users/merge-storage.ts'
import { mergeStates } from './rules.ts'
import { findMerge, type StoredMerge } from './storage.ts'
import { personMerges } from './table.ts'
import { isUndoEnded, undoNextRows } from './undo-rows.ts'
import { endUndo, setMoving } from './undo-storage.ts'

/** Transactions of one run; a Worker may make 1,000 D1 queries in an invocation. */
const maxPortionsPerRun = 5

/** Opens the merged-away account as it was, and ends the merge. */
const finishUndo = (ctx: Ctx<null>, merge: StoredMerge) => {
  const { db, now } = ctx
  return db.commit([
    setMoving(db, merge.id, true),
    reopenMergedAccount(db, merge.fromUserId, merge.fromInactiveAt, now),
    db.query
      .update(personMerges)
      .set({ state: mergeStates.undone, undoneAt: now, changedAt: now, moving: false })
      .where(sql`id = ${merge.id}`),
    // The other person may have signed in there, or asked for a code, while the account was both.
    removeSessionsOfUser(ctx, merge.intoUserId),
    removeTokensOfUsers(db, [merge.intoUserId]),
  ])
}

/** Undoes the next portions of a merge, and returns whether none was left. */
async function undoPortions(ctx: Ctx<null>, merge: StoredMerge): Promise<boolean> {
  for (let portions = 0; portions < maxPortionsPerRun; portions++)
    if (!(await undoNextRows(ctx, merge))) {
      await finishUndo(ctx, merge)
      return true
    }
  return false
}

/**
 * Undoes a merge. Repeatable: a row is undone once, and the account is opened when none is left. Ends without a result
 * when one of the two was erased or protected since.
 */
async function undo(ctx: Ctx<null>, { mergeId }: { mergeId: number }): Promise<JobContinuation | undefined> {
  const merge = (await findMerge(ctx.db, mergeId))?.merge
  if (merge?.state !== mergeStates.undoing) return
  ctx.changedTags.push(...personNameTags)
  try {
    return (await undoPortions(ctx, merge)) ? undefined : { rest: { mergeId } }
  } catch (error) {
    if (!isUndoEnded(error)) throw error
    await ctx.db.commit([endUndo(ctx.db, mergeId, ctx.now)])
    return
  }
}

export const jobs: Record<string, JobHandler> = {
  'personMerges.undo': undo,
}
