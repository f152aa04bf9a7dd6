import type { Ctx } from '#api/context.ts'
import { commitWrites } from '#api/participation/results/commit-writes.ts'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import type { RefusalCode } from '#api/refusals.ts'
import type { SignUpOffer } from './contract.ts'
import { getOfferWithSeats, type OfferWithSeats } from './offer.ts'
import { signUp } from './sign-up.ts'
import { addTiedWrites } from './tied-sign-ups.ts'

/** Members whom an organisation signs up to an occasion, and pays for. */
export interface MemberSignUps {
  organizationId: number
  occasionId: number
  /** The education that the members are signed up through; null for the one that offers the occasion. */
  educationId: number | null
  userIds: readonly number[]
}

/**
 * Returns the code of the reason why an organisation cannot sign a member up by this offer; null when it can. Answers
 * are personal, so a required question refuses, and a guardian is chosen only where there is exactly one. A fee must be
 * one that can be invoiced to the organisation.
 */
export function refuseMember(offer: SignUpOffer): RefusalCode | null {
  // The codes of an offer are those of `refuseSignUp`.
  if (offer.reason !== null) return offer.reason as RefusalCode
  if (offer.mustHaveGuardian && offer.guardians.length !== 1) return 'guardian_required'
  if (offer.questions.some(({ required }) => required)) return 'answers_missing'
  const isInvoiced = offer.mayBeInvoiced && offer.invoiceRecipients.length > 0
  return offer.fee === 0 || isInvoiced ? null : 'fee'
}

/**
 * Returns the offer of a sign-up to an occasion for each member, in the order of `userIds`. Each has the numbers of
 * seats reserved for the member. One round trip after the tied occasions. Signs nobody up, and checks neither the
 * caller nor the memberships.
 *
 * @throws Refused with the codes of `getSignUpOffer`.
 */
export const offerMembers = (
  ctx: Ctx,
  { organizationId, occasionId, educationId, userIds }: MemberSignUps,
): Promise<OfferWithSeats[]> =>
  Promise.all(
    userIds.map((userId) =>
      getOfferWithSeats(ctx, { userId, occasionId, organizationId, educationPartId: null, educationId }),
    ),
  )

/**
 * Signs all members up to an occasion or none, in one transaction, with the organisation as the recipient of the
 * invoice. Writes audit entries and confirmations. Returns the results in the order of `userIds`. Occasions with the
 * same tag are included; their results come last. Checks neither the caller nor the memberships.
 *
 * @throws Refused with the codes of `signUp` for the first member who is refused, and of `commitWrites`.
 */
export async function signUpMembers(
  ctx: Ctx,
  { organizationId, occasionId, educationId, userIds }: MemberSignUps,
): Promise<EducationPartResult[]> {
  const memberSignUps = userIds.map((userId) => ({
    userId,
    occasionId,
    ...(educationId === null ? {} : { educationId }),
    invoiceRecipientId: organizationId,
  }))
  const all = await addTiedWrites(ctx, memberSignUps)
  const writes = await Promise.all(all.map(({ written, group }) => signUp(ctx, written, group, organizationId)))
  return commitWrites(ctx, writes)
}
