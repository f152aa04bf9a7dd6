import { needsApproval, refuseSignUp, type SignUpFacts, type SignUpRefusal } from '#api/participation/sign-ups/rules.ts'
import type { RefusalCode } from '#api/refusals.ts'

/** How the person stands in the part, by the results that are not canceled. An open one goes before a completed one. */
export type OwnStanding = 'none' | 'pending' | 'signedUp' | 'completed'

/** Why a digital part cannot be opened. */
export type LaunchRefusal =
  | SignUpRefusal
  | Extract<RefusalCode, 'part_awaits_approval' | 'part_locked' | 'part_needs_sign_up'>

export interface LaunchFacts {
  own: OwnStanding
  /** Parts of the education that come first are not completed. */
  partsMissing: boolean
  /** Educations that come first are not completed. */
  educationsMissing: boolean
  /** The sign-up that opening the part would make. */
  signUp: SignUpFacts
}

/** A guardian counts as chosen when there is only one; every other choice belongs to the sign-up's dialog. */
const choicesOf = ({ guardianIds: [only, ...more] }: SignUpFacts) => ({
  customAnswers: [],
  invoiceRecipientId: null,
  guardianUserId: only !== undefined && more.length === 0 ? only : null,
})

function refuseNewcomer({ educationsMissing, signUp }: LaunchFacts): LaunchRefusal | null {
  const facts = { ...signUp, alreadySignedUp: false }
  const refusal = refuseSignUp(facts, null)
  if (refusal === 'prerequisites_missing' && !educationsMissing) return 'part_locked'
  if (refusal) return refusal
  return needsApproval(facts) || refuseSignUp(facts, choicesOf(facts)) ? 'part_needs_sign_up' : null
}

/**
 * Decides whether a learner may open a digital part. A sign-up that stands opens it, after the parts that come first; a
 * completed part may be looked at again; without a sign-up the part asks for everything that the sign-up asks.
 */
export function refuseLaunch(facts: LaunchFacts): LaunchRefusal | null {
  if (facts.own === 'completed') return null
  if (facts.own === 'none') return refuseNewcomer(facts)
  if (facts.partsMissing) return 'part_locked'
  return facts.own === 'pending' ? 'part_awaits_approval' : null
}

/**
 * What a launch comes to. `standing`: the course completes the sign-up that stands. `needed`: the runner signs up first.
 * `none`: the course is looked at and completes nothing.
 */
export type LaunchSignUp = 'standing' | 'needed' | 'none'

/** The sign-up behind a launch that is allowed: repeating a completed part counts only where a new sign-up is allowed. */
export function signUpOfLaunch(facts: LaunchFacts): LaunchSignUp {
  if (facts.own === 'signedUp') return 'standing'
  return refuseNewcomer(facts) === null ? 'needed' : 'none'
}

/** The reasons that the sign-up's dialog can settle. */
export const isSettledBySigningUp = (refusal: LaunchRefusal): boolean =>
  refusal === 'part_needs_sign_up' || refusal === 'payment_under_way'
