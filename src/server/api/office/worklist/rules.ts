import type { AttentionReason } from './contract.ts'

interface Facts {
  startDate: Date
  endDate: Date
  bookedCount: number
  maxParticipants: number | null
  pendingCount: number
  missingCount: number
}

const dayMs = 86_400_000
export const soonMs = 7 * dayMs
/** Of all places. */
export const nearlyFullFrom = 0.9

/** At most a tenth of the places are left, and at least one. */
const isNearlyFull = ({ bookedCount, maxParticipants }: Facts) =>
  maxParticipants !== null && bookedCount < maxParticipants && bookedCount >= maxParticipants * nearlyFullFrom

/** What there is to do about an occasion, the most pressing first. */
export function attentionTo(occasion: Facts, now: Date): AttentionReason[] {
  const isComing = occasion.startDate > now
  return [
    ...(occasion.pendingCount > 0 && occasion.endDate > now ? (['approvals'] as const) : []),
    ...(occasion.missingCount > 0 && occasion.endDate <= now ? (['resultsMissing'] as const) : []),
    ...(isComing && occasion.startDate.getTime() - now.getTime() <= soonMs ? (['startsSoon'] as const) : []),
    ...(isComing && isNearlyFull(occasion) ? (['nearlyFull'] as const) : []),
  ]
}
