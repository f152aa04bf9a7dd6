import type { TableFileKind } from '#api/foundation/files/rules.ts'
import type { PaymentFilter } from '#api/money/payments/office/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'

/**
 * Saves the payments that a filter selects as a file through the browser, or of these only `ids`; null is all of them.
 * Rejects with the refusal of the call.
 */
export async function savePayments(
  { startDate, endDate, ...filter }: PaymentFilter,
  kind: TableFileKind,
  ids: readonly string[] | null = null,
): Promise<void> {
  const query = { ...filter, startDate, endDate, ids: [...(ids ?? [])], kind }
  const response = await api('GET /Payment/export', { query })
  await saveResponse(response, `${['betalningar', startDate, endDate].filter(Boolean).join('_')}.${kind}`)
}
