import type { BookingState } from './contract.ts'

interface BookingFacts {
  isCanceled: boolean
  /** Whether the sign-up is approved. */
  isSignedUp: boolean
  /** Whether the exam asks for an adult and none is named. */
  isGuardianMissing: boolean
  endsAt: Date
}

/**
 * Returns the state of a seat, as its holder sees it. The first of: `canceled` (the occasion or exam is cancelled),
 * `ended` (from its very end on), `signedUp` (approved), `awaitsGuardian` (the exam lacks one), `awaitsApproval`.
 */
export function toBookingState(facts: BookingFacts, now: Date): BookingState {
  if (facts.isCanceled) return 'canceled'
  if (facts.endsAt <= now) return 'ended'
  if (facts.isSignedUp) return 'signedUp'
  return facts.isGuardianMissing ? 'awaitsGuardian' : 'awaitsApproval'
}
