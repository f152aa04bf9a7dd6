import type { PaymentRequest } from '#api/money/payments/contract.ts'
import { Refused } from '#api/refusals.ts'

/** Loads the seat that a child has asked the reader to pay for; null for others than the child and its guardians. */
export async function loadRequest({ api }: App.Locals, id: string): Promise<PaymentRequest | null> {
  try {
    return await api('GET /Payment/GetRequest/:id', { params: { id } })
  } catch (error) {
    if (error instanceof Refused && ['not_found', 'invalid_input'].includes(error.code)) return null
    throw error
  }
}

/** Loads the offer of the requested seat; null once the request has ended. */
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
