import type { AttentionReason } from './contract.ts'

interface OccasionFacts {
  startDate: Date
  endDate: Date
  bookedCount: number
  maxParticipants: number | null
  pendingCount: number
  missingCount: number
}

/** Highest number of occasions that are chosen one by one. */
export const maxChosenOccasions = 500

const dayMs = 86_400_000
/** Time before the start from which an occasion counts as starting soon. */
export const soonMs = 7 * dayMs
/** Share of booked seats from which an occasion counts as nearly full. */
export const nearlyFullShare = 0.9

/** Whether at most a tenth of the seats, but at least one, is available. */
const isNearlyFull = ({ bookedCount, maxParticipants }: OccasionFacts) =>
  maxParticipants !== null && bookedCount < maxParticipants && bookedCount >= maxParticipants * nearlyFullShare

/**
 * Lists the reasons why an occasion needs attention, most urgent first; empty when it needs none.
 *
 * `approvals`: sign-ups wait, and it has not ended. `resultsMissing`: it has ended without all results. `startsSoon`:
 * it starts within seven days. `nearlyFull`: 90 % of its seats are taken, but not all, before it starts.
 */
export function listAttentionReasons(occasion: OccasionFacts, now: Date): AttentionReason[] {
  const isComing = occasion.startDate > now
  return [
    ...(occasion.pendingCount > 0 && occasion.endDate > now ? (['approvals'] as const) : []),
    ...(occasion.missingCount > 0 && occasion.endDate <= now ? (['resultsMissing'] as const) : []),
    ...(isComing && occasion.startDate.getTime() - now.getTime() <= soonMs ? (['startsSoon'] as const) : []),
    ...(isComing && isNearlyFull(occasion) ? (['nearlyFull'] as const) : []),
  ]
}
