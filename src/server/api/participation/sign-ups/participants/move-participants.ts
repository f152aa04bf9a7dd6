import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { isOrganizedResult } from '#api/participation/results/storage.ts'
import { moveResults, openResultId } from '#api/participation/results/write-storage.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { listResultsToChange } from '../changeable-storage.ts'
import { notifyMove } from '../notify-move.ts'
import type { MatchingParticipants, Participant } from './contract.ts'
import { listMatchingResultIds } from './list-matching.ts'
import { listParticipants } from './storage.ts'

interface Move {
  from: number
  to: number
  resultIds: readonly number[]
}

/** Lists the sign-ups to move: open ones on the first occasion that the caller organises. */
async function listMovable(ctx: Ctx, { from, resultIds }: Move) {
  const rows = await listResultsToChange(ctx, resultIds, isOrganizedResult(ctx.actor))
  const movable = rows.filter(({ result }) => result.occasionId === from && !result.canceled && !result.completed)
  if (movable.length < new Set(resultIds).size) throw new Refused('not_found')
  if (!movable.every(({ isByOrganizer }) => isByOrganizer)) throw new Refused('not_allowed')
  return movable
}

/** Message of the database when the target of an audit entry is null: a sign-up is no longer open on the occasion. */
const goneTarget = 'NOT NULL constraint failed: audit_entries.target_id'

/**
 * Returns an occasion that the caller organises as the target of a move from another one.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `requireOrganized` does.
 * @throws Refused('other_part') when the occasions are of different parts, or the same occasion.
 * @throws Refused('occasion_canceled') when it is cancelled.
 */
export async function getMoveTarget(ctx: Ctx, before: Occasion, to: number): Promise<Occasion> {
  const after = await getOrganizedOccasion(ctx, to)
  if (before.educationPartId !== after.educationPartId || before.id === after.id) throw new Refused('other_part')
  if (after.canceled) throw new Refused('occasion_canceled')
  return after
}

/**
 * Returns the statements that move sign-ups from one occasion to another, record each and notify the people. The commit
 * of sign-ups that are no longer open there is refused, which `toMoveRefusal` tells from other failures.
 *
 * @throws Refused('not_found') or Refused('not_allowed') when one of them is not an open one that the caller organises.
 */
export async function prepareMove(
  ctx: Ctx,
  { before, after }: { before: Occasion; after: Occasion },
  resultIds: readonly number[],
): Promise<Statement[]> {
  const rows = await listMovable(ctx, { from: before.id, to: after.id, resultIds })
  const notifications = rows.flatMap((row) =>
    notifyMove(ctx, 'signUpMoved', row, {
      title: row.partTitle,
      educationId: row.result.educationId,
      from: before.id,
      to: after.id,
      at: after,
    }),
  )
  const records = rows.map(({ result: { id } }) =>
    recordAudit(
      ctx,
      'result.moved',
      { type: 'result', id: openResultId(id, before.id) },
      { from: before.id, to: after.id },
    ),
  )
  return [...records, moveResults(ctx, resultIds, before.id, after.id), ...notifications]
}

/** Returns the refusal of a commit that moves sign-ups; any other error is returned as it is. */
export function toMoveRefusal(error: unknown): unknown {
  if (!(error instanceof ConstraintError)) return error
  const code = error.text === goneTarget ? 'changed_meanwhile' : toRefusalCode(error.text)
  return code ? new Refused(code) : error
}

/**
 * Moves participants to another occasion of the same part, all or none. Writes an audit entry for each, notifies the
 * participants and the guardians of children, and returns the moved participants by name. Their attendance is cleared.
 * Fees and payments stay as they are.
 *
 * @throws Refused with the codes of `getMoveTarget`, of `prepareMove` and of `requireOrganized`.
 * @throws Refused('changed_meanwhile') when one of the results was moved, cancelled, completed or removed since the
 * read.
 * @throws Refused('occasion_full') or Refused('already_signed_up') when the database refuses the move.
 */
export async function moveParticipants(ctx: Ctx, { from, to, resultIds }: Move): Promise<Participant[]> {
  const before = await getOrganizedOccasion(ctx, from)
  const after = await getMoveTarget(ctx, before, to)
  const statements = await prepareMove(ctx, { before, after }, resultIds)
  try {
    await ctx.db.commit(statements)
  } catch (error) {
    throw toMoveRefusal(error)
  }
  return listParticipants(ctx, after.id, resultIds)
}

/**
 * Moves the open sign-ups that a filter selects at this moment as `moveParticipants` does, and returns the moved
 * participants by name. Completed ones stay and are not counted.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `requireOrganized` does.
 * @throws Refused('selection_changed') when the filter selects another number than the caller saw.
 * @throws Refused with the codes of `moveParticipants`.
 */
export async function moveMatching(
  ctx: Ctx,
  { from, to }: Pick<Move, 'from' | 'to'>,
  matching: MatchingParticipants,
): Promise<Participant[]> {
  await getOrganizedOccasion(ctx, from)
  const resultIds = await listMatchingResultIds(ctx, from, matching, ({ completed }) => !completed)
  return moveParticipants(ctx, { from, to, resultIds })
}
