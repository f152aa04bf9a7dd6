import { isSuperadministrator } from '#api/actor.ts'
import type { Payment } from '#api/money/payments/contract.ts'

/** What a person has paid by card, where the reader is that person or answers for the money; else nothing. */
export async function paymentsOfPerson({ api, actor }: App.Locals, userId: number): Promise<Payment[]> {
  if (!actor || (actor.id !== userId && !isSuperadministrator(actor))) return []
  return api('GET /Payment/GetPaymentsForUser/:id', { params: { id: userId } })
}
