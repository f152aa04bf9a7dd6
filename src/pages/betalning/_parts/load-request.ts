import type { PaymentRequest } from '#api/money/payments/contract.ts'
import { Refused } from '#api/refusals.ts'

/**
 * Loads the seat that a child has asked its guardians to pay for, by the id of the request. One that is paid, withdrawn
 * or expired is returned too, and not `isOpen`. Null for others than the child and its guardians, and for an unknown or
 * malformed id.
 */
export async function loadRequest({ api }: App.Locals, id: string): Promise<PaymentRequest | null> {
  try {
    return await api('GET /Payment/GetRequest/:id', { params: { id } })
  } catch (error) {
    if (error instanceof Refused && ['not_found', 'invalid_input'].includes(error.code)) return null
    throw error
  }
}

/**
 * Loads whether the child of a payment request may sign up for the requested occasion or part, with the price. Null
 * once the request has ended. Rejects when the call is refused.
 */
export async function loadRequestOffer({ api }: App.Locals, request: PaymentRequest) {
  const { isOpen, userId, occasionId, educationPartId, educationId } = request
  if (!isOpen) return null
  return occasionId === null
    ? api('GET /user/:userId/canUserSignUpToEducationPart/:id', {
        params: { userId, id: educationPartId },
        query: { educationId },
      })
    : api('GET /user/:userId/canUserSignUpToEducationForOccasion/:id', {
        params: { userId, id: occasionId },
        query: { educationId },
      })
}
