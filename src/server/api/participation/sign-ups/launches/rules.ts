import { needsApproval, refuseSignUp, type SignUpFacts, type SignUpRefusal } from '#api/participation/sign-ups/rules.ts'
import type { RefusalCode } from '#api/refusals.ts'

/**
 * The person's progress in the part, by the results that are not cancelled. An open result precedes a completed one.
 */
export type OwnStanding = 'none' | 'pending' | 'signedUp' | 'completed'

/** Refusal codes of a launch. */
export type LaunchRefusal =
  | SignUpRefusal
  | Extract<RefusalCode, 'part_awaits_approval' | 'part_locked' | 'part_needs_sign_up'>

/** All facts that decide whether a digital part can be opened. */
export interface LaunchFacts {
  own: OwnStanding
  /** Prerequisite parts of the education are not completed. */
  partsMissing: boolean
  /** Prerequisite educations are not completed. */
  educationsMissing: boolean
  /** The sign-up that opening the part would make. */
  signUp: SignUpFacts
}

/** Returns the choices that need no dialog: an only guardian, and nothing else. */
const choicesOf = ({ guardianIds: [only, ...more] }: SignUpFacts) => ({
  customAnswers: [],
  invoiceRecipientId: null,
  guardianUserId: only !== undefined && more.length === 0 ? only : null,
})

function refuseNewSignUp({ educationsMissing, signUp }: LaunchFacts): LaunchRefusal | null {
  const facts = { ...signUp, alreadySignedUp: false }
  const refusal = refuseSignUp(facts, null)
  if (refusal === 'prerequisites_missing' && !educationsMissing) return 'part_locked'
  if (refusal) return refusal
  return needsApproval(facts) || refuseSignUp(facts, choicesOf(facts)) ? 'part_needs_sign_up' : null
}

/**
 * Returns the code by which a learner cannot open a digital part; null when the learner can. Writes nothing.
 *
 * A completed part can be opened again. An open sign-up opens it after the prerequisite parts (`part_locked`), once it
 * is approved (`part_awaits_approval`), checked in this order. Without a sign-up, the rules of signing up apply
 * (`refuseSignUp`), but with `part_locked` where only parts are missing; then `part_needs_sign_up` when its dialog is
 * needed, or an organiser must approve the sign-up.
 */
export function refuseLaunch(facts: LaunchFacts): LaunchRefusal | null {
  if (facts.own === 'completed') return null
  if (facts.own === 'none') return refuseNewSignUp(facts)
  if (facts.partsMissing) return 'part_locked'
  return facts.own === 'pending' ? 'part_awaits_approval' : null
}

/**
 * The sign-up that a launched course completes. `standing`: the open one. `needed`: the player signs up first.
 * `none`: the course completes nothing.
 */
export type LaunchSignUp = 'standing' | 'needed' | 'none'

/**
 * Returns the sign-up that an allowed launch of a digital part completes; the caller has checked `refuseLaunch`.
 *
 * `standing`: the open, approved one. `needed`: a new one, which the player makes first, where the rules allow it
 * without the dialog; also after a completion. `none`: the course completes nothing.
 */
export function toLaunchSignUp(facts: LaunchFacts): LaunchSignUp {
  if (facts.own === 'signedUp') return 'standing'
  return refuseNewSignUp(facts) === null ? 'needed' : 'none'
}

/**
 * True when the learner can resolve the refusal of a launch in the sign-up's dialog: it needs one, or a payment is
 * under way.
 */
export const canSignUpResolve = (refusal: LaunchRefusal): boolean =>
  refusal === 'part_needs_sign_up' || refusal === 'payment_under_way'
