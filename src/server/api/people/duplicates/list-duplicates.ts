import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import type { DuplicatePair } from './contract.ts'
import { duplicateReasons, joinPairs, type PairCursor } from './rules.ts'
import { insertDistinctPair, listPairs, loadRecords } from './storage.ts'

/**
 * Lists one page of pairs of accounts that are probably of one person, with the reasons, by their ids and after the
 * pair `after`. Pairs that were marked as two people are left out. `next` is the cursor of the next page; null on the
 * last. Records the reads of minors by staff. Checks no access.
 */
export async function listDuplicates(ctx: Ctx, after: PairCursor, pageSize: number) {
  const found = await Promise.all(
    duplicateReasons.map(async (reason) => ({ reason, pairs: await listPairs(ctx.db, reason, after, pageSize + 1) })),
  )
  const { pairs, next } = joinPairs(found, pageSize)
  const ids = [...new Set(pairs.flatMap(({ id, otherId }) => [id, otherId]))]
  const records = await loadRecords(ctx.db, ids)
  await recordReadsById(ctx, ids)
  const items = pairs.flatMap(({ id, otherId, reasons }): DuplicatePair[] => {
    const [one, other] = [records.get(id), records.get(otherId)]
    return one && other ? [{ people: [one, other], reasons }] : []
  })
  return { items, next }
}

/**
 * Marks two accounts as of two people, so that they are no longer listed as a possible duplicate, with an audit entry
 * on both. Repeated, it only writes the entries again. Who may do so is for the caller to check.
 *
 * @throws Refused('not_found') when one of them does not exist, or both are the same.
 */
export async function markDistinct(ctx: Ctx, one: number, other: number): Promise<void> {
  const [userId, otherUserId] = one < other ? [one, other] : [other, one]
  const records = await loadRecords(ctx.db, [userId, otherUserId])
  if (records.size < 2) throw new Refused('not_found')
  await ctx.db.commit([
    insertDistinctPair(ctx.db, { userId, otherUserId, markedByUserId: ctx.actor.id, markedAt: ctx.now }),
    recordAudit(ctx, 'user.markedDistinct', { type: 'user', id: userId }, { otherUserId }),
    recordAudit(ctx, 'user.markedDistinct', { type: 'user', id: otherUserId }, { otherUserId: userId }),
  ])
}
