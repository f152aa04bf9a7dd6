import type { SignUpPayload } from '#api/money/payments/contract.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import { api } from '../client/api.ts'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'

/**
 * Creates the writes of a sign-up, which resolve to the server's answer: `write` for results, `beginPayment` for a card
 * payment, for which it states that the terms are accepted, and `request`, which asks the guardians to pay for a seat
 * that it reserves.
 *
 * A repeated write has the key of the first attempt; each rejects when it is refused. The first result decides whether
 * an occasion or the part is signed up to.
 *
 * @param partId - The part that is signed up for where there is no occasion.
 * @param entryId - The entry of the waiting list whose offer `write` accepts instead.
 */
export function createWrites(partId: number, entryId?: number) {
  const accept = (id: number, body: WrittenResult[], idempotencyKey: string) =>
    api('POST /WaitingList/:id/accept', { params: { id }, body }, { idempotencyKey })
  const write = withIdempotencyKey((written: WrittenResult[], idempotencyKey) => {
    if (entryId !== undefined) return accept(entryId, written, idempotencyKey)
    return written[0]?.occasionId
      ? api('PUT /EducationPartOccasions/results', { body: written }, { idempotencyKey })
      : api('PUT /EducationParts/:id/results', { params: { id: partId }, body: written }, { idempotencyKey })
  })
  const beginPayment = withIdempotencyKey((signUp: SignUpPayload, idempotencyKey) =>
    api('POST /Payment/InitPayment', { body: { signUp, termsAccepted: true } }, { idempotencyKey }),
  )
  const request = withIdempotencyKey((signUp: SignUpPayload, idempotencyKey) =>
    api('POST /Payment/RequestFromGuardian', { body: { signUp } }, { idempotencyKey }),
  )
  return { write, beginPayment, request }
}
