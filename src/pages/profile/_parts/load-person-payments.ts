import { isSuperadministrator } from '#api/actor.ts'
import type { Payment } from '#api/money/payments/contract.ts'

/** Loads the card payments of a person for that person and for superadministrators; an empty list for other readers. */
export async function loadPersonPayments({ api, actor }: App.Locals, userId: number): Promise<Payment[]> {
  if (!actor || (actor.id !== userId && !isSuperadministrator(actor))) return []
  return api('GET /Payment/GetPaymentsForUser/:id', { params: { id: userId } })
}
