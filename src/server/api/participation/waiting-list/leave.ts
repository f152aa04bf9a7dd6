import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import { writeResults } from '#api/participation/sign-ups/write-results.ts'
import { Refused } from '#api/refusals.ts'
import { entryStates } from './rules.ts'
import { type EntryRow, findOpenEntry, moveEntry } from './storage.ts'

/** Whether an educator organises the occasion of the entry; for anybody else the entry is not found. */
async function mustOrganize(ctx: Ctx, entry: EntryRow): Promise<void> {
  try {
    await getOrganizedOccasion(ctx, entry.occasionId)
  } catch (error) {
    throw error instanceof Refused ? new Refused('not_found') : error
  }
}

function stateAfter(entry: EntryRow) {
  if (entry.mayAnswer === 0) return entryStates.removed
  return entry.state === entryStates.offered ? entryStates.declined : entryStates.left
}

/**
 * Leaves the queue of an occasion or declines its offer of seats, for the whole party of an entry, with an audit entry.
 * The person and a guardian do so; an organiser removes the entry. Seats that were offered are free for the next party.
 * Nobody is notified.
 *
 * @throws Refused('not_found') when there is no open entry that is the caller's or on what the caller organises.
 * @throws Refused('waiting_moved') when it was answered at the same time.
 */
export async function leaveQueue(ctx: Ctx, id: number): Promise<undefined> {
  const entry = await findOpenEntry(ctx, id)
  if (!entry) throw new Refused('not_found')
  if (entry.mayAnswer === 0) await mustOrganize(ctx, entry)
  const action = entry.mayAnswer === 0 ? 'waitingEntry.removed' : 'waitingEntry.left'
  await commitOrRefuse(ctx, [
    moveEntry(ctx, id, stateAfter(entry)),
    recordAudit(ctx, action, { type: 'occasion', id: entry.occasionId }, { userId: entry.userId }),
  ])
}

/**
 * Accepts the offer of seats to an entry of a queue: signs all members of its party up, all or none, by the rules of
 * signing up, and returns the results. The caller is the person or a guardian. The offered seats are exchanged for the
 * sign-ups in the same transaction.
 *
 * @throws Refused('not_found') when there is no open entry that the caller may answer for.
 * @throws Refused('waiting_moved') when the entry has no offer.
 * @throws Refused('waiting_party') when the sign-ups are not exactly those of the party.
 * @throws Refused with the codes of `writeResults` when a sign-up is refused.
 */
export async function acceptOffer(ctx: Ctx, id: number, written: readonly WrittenResult[]) {
  const entry = await findOpenEntry(ctx, id)
  if (!entry || entry.mayAnswer === 0) throw new Refused('not_found')
  if (entry.state !== entryStates.offered) throw new Refused('waiting_moved')
  const party = new Set(JSON.parse(entry.userIds) as number[])
  const isParty = written.length === party.size && written.every(({ userId }) => party.has(userId))
  const isThere = written.every(({ resultId, occasionId }) => !resultId && occasionId === entry.occasionId)
  if (!isParty || !isThere) throw new Refused('waiting_party')
  const { educationId } = entry
  return writeResults(
    ctx,
    written.map((one) => ({ ...one, educationId })),
  )
}
