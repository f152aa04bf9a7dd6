import type { Ctx } from '#api/context.ts'
import { isGuardianOrSelf } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import type { PaymentRequest } from './contract.ts'
import { findPaymentOfSeat, findRequest } from './requests-storage.ts'
import { isOpen } from './rules.ts'
import { findPayer, findSeatTerms } from './storage.ts'

/**
 * Returns the seat that a child has asked its guardians to pay for, with the child's answers and the times; `isOpen`
 * until it is paid, cancelled or expired. Requests that are over are returned too. `paymentId` is the payment that the
 * caller has begun for the seat, null without one. Of several seats signed up for together it is the first.
 *
 * @throws Refused('not_found') for others than the child and its confirmed guardians, and for a payment that is no
 * request.
 */
export async function showRequest(ctx: Ctx, id: string): Promise<PaymentRequest> {
  const request = await findRequest(ctx.db, id.toLowerCase())
  const [seat] = request?.seats ?? []
  if (!request || !seat || !(await isGuardianOrSelf(ctx, seat.userId))) throw new Refused('not_found')
  const [terms, child, paymentId] = await Promise.all([
    findSeatTerms(ctx.db, seat),
    findPayer(ctx.db, seat.userId),
    findPaymentOfSeat(ctx, ctx.actor.id, seat),
  ])
  const { userId, educationId, educationPartId, occasionId, customAnswers, guardianUserId } = seat
  const { title, startsAt, city, venue } = terms
  return {
    id: request.id,
    userId,
    name: child?.firstName ?? '',
    educationId,
    educationPartId,
    occasionId,
    title,
    startDate: startsAt,
    city,
    venue,
    expires: request.expiresAt,
    isOpen: isOpen(request) && ctx.now < request.expiresAt,
    signUp: { ...request.signUp, educationId, customAnswers, guardianUserId, others: [] },
    paymentId,
  }
}
