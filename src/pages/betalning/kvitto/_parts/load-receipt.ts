import type { AstroGlobal } from 'astro'
import { Refused } from '#api/refusals.ts'

/**
 * Loads the receipt of the payment that the URL names, for anyone who has the id; null when there is none, it is not
 * paid, or the id is malformed. After a full refund, null for all but the payer and the office.
 */
export async function loadReceipt({ locals, params }: Pick<AstroGlobal, 'locals' | 'params'>) {
  try {
    return await locals.api('GET /Payment/GetReceipt/:id', { params: { id: params['paymentId'] ?? '' } })
  } catch (error) {
    if (error instanceof Refused && ['not_found', 'invalid_input'].includes(error.code)) return null
    throw error
  }
}
