import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { commitWrites } from '#api/participation/results/commit-writes.ts'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import { isOrganizedResult } from '#api/participation/results/storage.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { listResultsToChange } from './changeable-storage.ts'
import { loadSignUp, type SignUpContext } from './load-sign-up.ts'
import { refuseMove } from './move-rules.ts'
import { notifyMove } from './notify-move.ts'
import type { ResultToChange } from './result-to-change.ts'
import { needsApproval } from './rules.ts'

interface OwnMove {
  userId: number
  resultId: number
  /** Id of the occasion that the booking leaves. */
  from: number
  /** Id of the occasion that it moves to. */
  to: number
}

/** Finds the booking of the caller or of a child of the caller. */
async function findOwnBooking(ctx: Ctx, { userId, resultId, from }: OwnMove): Promise<ResultToChange> {
  const [row] = await listResultsToChange(ctx, [resultId], isOrganizedResult(ctx.actor))
  if (row?.result.userId !== userId || row.result.occasionId !== from) throw new Refused('not_found')
  if (userId !== ctx.actor.id && !row.isGuardian) throw new Refused('not_allowed')
  return row
}

function mustBeMovable(ctx: Ctx, { result, occasion }: ResultToChange, target: SignUpContext): void {
  if (!occasion) throw new Refused('not_found')
  const { row, facts } = target
  const refusal = refuseMove({
    now: ctx.now,
    result,
    from: { ...occasion, canceled: occasion.canceledAt !== null, isTied: occasion.tagId !== null },
    to: {
      facts,
      isTied: (row.occasion?.tagId ?? null) !== null,
      isSamePart: row.part.id === result.educationPartId && row.occasion?.id !== result.occasionId,
    },
  })
  if (refusal) throw new Refused(refusal)
}

/** Returns the statements that confirm the new date to the person and a child's guardians. */
function confirmMove(ctx: Ctx, { from, to }: OwnMove, booking: ResultToChange, { row }: SignUpContext): Statement[] {
  const { occasion, part, education } = row
  if (!occasion) return []
  return notifyMove(ctx, 'signUpConfirmed', booking, {
    title: occasion.title ?? part.title,
    educationId: education.id,
    from,
    to,
    at: { ...occasion, startDate: occasion.startsAt },
  })
}

/**
 * Moves the booking of the caller, or of a child, to another occasion of the same part, with an audit entry, and
 * returns it. Confirms it to the person and a child's guardians, and preserves fee, payment and answers; attendance is
 * cleared. The sign-up waits for approval again, unconfirmed, when the other date requires it. Reinstates a booking
 * that was cancelled with its occasion, unless its payment was refunded.
 *
 * @throws Refused('not_found') when there is no such booking on the occasion.
 * @throws Refused('not_allowed') when it is neither the caller's nor a child's.
 * @throws Refused('changed_meanwhile') when the booking was changed at the same time.
 * @throws Refused with the codes of `loadSignUp` when the other date cannot be signed up for.
 * @throws Refused with the code of the rule that refuses the move, or of the trigger that keeps the seats.
 */
export async function moveOwnSignUp(ctx: Ctx, move: OwnMove): Promise<EducationPartResult> {
  const booking = await findOwnBooking(ctx, move)
  const { result } = booking
  const place = { userId: move.userId, occasionId: move.to, educationPartId: null, educationId: result.educationId }
  const target = await loadSignUp(ctx, place)
  mustBeMovable(ctx, booking, target)
  const isPending = needsApproval(target.facts)
  const change = {
    occasionId: move.to,
    canceled: false,
    attended: null,
    signedUpAt: isPending ? null : (result.signedUpAt ?? ctx.now),
  }
  const [moved] = await commitWrites(ctx, [
    {
      resultId: result.id,
      result: updateResult(ctx, result, change, result.changedAt),
      relatedStatements: [
        recordAudit(ctx, 'result.moved', { type: 'result', id: result.id }, { from: move.from, to: move.to }),
        ...(isPending ? [] : confirmMove(ctx, move, booking, target)),
      ],
    },
  ])
  if (!moved) throw new Refused('not_found')
  return moved
}
