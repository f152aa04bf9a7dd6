import type { Ctx } from '#api/context.ts'
import { requireExpectedCount } from '#api/expected-count.ts'
import type { MatchingParticipants, Participant } from './contract.ts'
import { matchesParticipantFilter } from './rules.ts'
import { listParticipants } from './storage.ts'

/**
 * Lists the result ids of the participants of an occasion that a filter selects at this moment, by name: of those whom
 * the caller organises, as the caller sees them, without cancelled sign-ups and those that `isSelectable` excludes.
 * Whether the caller organises the occasion is not checked here.
 *
 * @throws Refused('selection_changed') when the filter selects another number than the caller saw.
 */
export async function listMatchingResultIds(
  ctx: Ctx,
  occasionId: number,
  { filter, expectedCount }: MatchingParticipants,
  isSelectable: (participant: Participant) => boolean = () => true,
): Promise<number[]> {
  const participants = await listParticipants(ctx, occasionId)
  const matching = participants.filter(
    (participant) =>
      !participant.canceled && matchesParticipantFilter(participant, filter) && isSelectable(participant),
  )
  requireExpectedCount(matching.length, expectedCount)
  return matching.map(({ resultId }) => resultId)
}
