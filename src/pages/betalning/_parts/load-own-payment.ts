import { Refused } from '#api/refusals.ts'

/**
 * Loads a payment of the reader; null when the reader has no such payment or the id is malformed. Rejects with any
 * other refusal.
 */
export async function loadOwnPayment({ api }: App.Locals, id: string | undefined) {
  try {
    return await api('GET /Payment/GetStatus/:id', { params: { id: id ?? '' } })
  } catch (error) {
    if (error instanceof Refused && ['not_found', 'invalid_input'].includes(error.code)) return null
    throw error
  }
}
