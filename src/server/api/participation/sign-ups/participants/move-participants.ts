import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { isOrganizedResult } from '#api/participation/results/storage.ts'
import { moveResults, openResultId } from '#api/participation/results/write-storage.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { ConstraintError } from '#platform/database.ts'
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
  if (!movable.every(({ byOrganizer }) => byOrganizer)) throw new Refused('not_allowed')
  return movable
}

/** Message of the database when the target of an audit entry is null: a sign-up is no longer open on the occasion. */
const goneTarget = 'NOT NULL constraint failed: audit_entries.target_id'

/**
 * Moves participants to another occasion of the same part, all or none. Writes an audit entry for each, notifies the
 * participants and the guardians of children, and returns the moved participants by name. Their attendance is cleared.
 * Fees and payments stay as they are.
 *
 * @throws Refused('not_found') or Refused('not_allowed') when the caller does not organise both occasions or one of the
 * results, or a result is not an open one on the first occasion.
 * @throws Refused('other_part') when the occasions are of different parts, or the same occasion.
 * @throws Refused('occasion_canceled') when the other occasion is cancelled.
 * @throws Refused('changed_meanwhile') when one of the results was moved, cancelled, completed or removed since the read.
 * @throws Refused('occasion_full') or Refused('already_signed_up') when the database refuses the move.
 */
export async function moveParticipants(ctx: Ctx, move: Move): Promise<Participant[]> {
  const [before, after] = [await getOrganizedOccasion(ctx, move.from), await getOrganizedOccasion(ctx, move.to)]
  if (before.educationPartId !== after.educationPartId || before.id === after.id) throw new Refused('other_part')
  if (after.canceled) throw new Refused('occasion_canceled')
  const rows = await listMovable(ctx, move)
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
  try {
    await ctx.db.commit([...records, moveResults(ctx, move.resultIds, before.id, after.id), ...notifications])
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error
    const code = error.text === goneTarget ? 'changed_meanwhile' : toRefusalCode(error.text)
    throw code ? new Refused(code) : error
  }
  return listParticipants(ctx, after.id, move.resultIds)
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
