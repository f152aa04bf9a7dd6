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
 * Returns the state of a seat, as its holder sees it: the first of `canceled`, `ended` (from the very end of the
 * occasion or exam on) and `signedUp`, when it is approved.
 *
 * A seat that is not approved waits for a guardian (`awaitsGuardian`) when the exam lacks one, else for approval.
 */
export function toBookingState(facts: BookingFacts, now: Date): BookingState {
  if (facts.isCanceled) return 'canceled'
  if (facts.endsAt <= now) return 'ended'
  if (facts.isSignedUp) return 'signedUp'
  return facts.isGuardianMissing ? 'awaitsGuardian' : 'awaitsApproval'
}
