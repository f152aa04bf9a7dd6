import type { CancellationEffects } from '#api/money/payments/cancellations/contract.ts'

/** An occasion or exam with the sign-ups that are cancelled; none means all of it. */
export interface CancellationTarget {
  kind: 'occasion' | 'exam'
  id: number
  resultIds: number[]
}

/** Fields of a seat that say whether it costs money. */
interface SeatFee {
  resultId: number
  feeAtSignUp: number
  paymentId: string | null
  invoiceRecipientId: number | null
}

/** Whether a seat is paid, invoiced or due to be invoiced, so that its removal may refund or credit something. */
export const isPaidSeat = ({ feeAtSignUp, paymentId, invoiceRecipientId }: SeatFee): boolean =>
  feeAtSignUp > 0 && (paymentId !== null || invoiceRecipientId !== null)

/** Groups results by their occasion, in the order of the first of each; those without an occasion are left out. */
export function groupByOccasion(
  results: readonly { resultId: number; occasionId: number | null }[],
): CancellationTarget[] {
  const byOccasion = new Map<number, number[]>()
  for (const { resultId, occasionId } of results)
    if (occasionId !== null) byOccasion.set(occasionId, [...(byOccasion.get(occasionId) ?? []), resultId])
  return [...byOccasion].map(([id, resultIds]) => ({ kind: 'occasion', id, resultIds }))
}

const kinds = ['refunds', 'credits', 'dropped'] as const
const nothing = { count: 0, amount: 0 }

/** Adds effects together, as of seats of several occasions; amounts are in kronor, added in öre. */
export function sumEffects(all: readonly CancellationEffects[]): CancellationEffects {
  const total = (kind: (typeof kinds)[number]) =>
    all.reduce(
      (sum, { [kind]: one }) => ({
        count: sum.count + one.count,
        amount: (Math.round(sum.amount * 100) + Math.round(one.amount * 100)) / 100,
      }),
      nothing,
    )
  const seats = all.reduce((sum, one) => sum + one.seats, 0)
  return { seats, refunds: total('refunds'), credits: total('credits'), dropped: total('dropped') }
}
