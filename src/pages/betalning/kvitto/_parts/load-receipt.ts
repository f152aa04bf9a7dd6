import type { AstroGlobal } from 'astro'
import { Refused } from '#api/refusals.ts'

/** Loads the receipt of the payment that the URL names; null when there is none or the id is malformed. */
export async function loadReceipt({ locals, params }: Pick<AstroGlobal, 'locals' | 'params'>) {
  try {
    return await locals.api('GET /Payment/GetReceipt/:id', { params: { id: params['paymentId'] ?? '' } })
  } catch (error) {
    if (error instanceof Refused && ['not_found', 'invalid_input'].includes(error.code)) return null
    throw error
  }
}
