import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'

/**
 * Returns the offer of a seat in an education that the reader may answer for a person, which goes before every other
 * step there; null without one.
 */
export const findOffer = (
  waiting: readonly WaitingEntry[],
  { userId, educationId }: { userId: number; educationId: number },
): WaitingEntry | null =>
  waiting.find(
    (entry) =>
      entry.offerEnds !== null &&
      entry.mayAnswer &&
      entry.educationId === educationId &&
      entry.members.some((member) => member.userId === userId),
  ) ?? null
