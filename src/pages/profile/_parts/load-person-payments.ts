import { isSuperadministrator } from '#api/actor.ts'
import type { Payment } from '#api/money/payments/contract.ts'

/**
 * Loads the hundred latest card payments of a person, newest first and in every status, for that person and for
 * superadministrators. An empty list for other readers.
 */
export async function loadPersonPayments({ api, actor }: App.Locals, userId: number): Promise<Payment[]> {
  if (!actor || (actor.id !== userId && !isSuperadministrator(actor))) return []
  return api('GET /Payment/GetPaymentsForUser/:id', { params: { id: userId } })
}
