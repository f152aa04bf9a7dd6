import { countAvailableSeats, type SeatCounts } from '#api/catalogue/occasions/rules.ts'
import type { PaymentMethod } from '#api/questions.ts'
import type { ResultStatusType } from './contract.ts'

/** Returns the lowest number of seats; null, which is no limit, only when all are null. */
export const findFewestSeats = (seats: readonly (number | null)[]): number | null =>
  seats.reduce((least, available) => (available === null ? least : Math.min(available, least ?? available)), null)

/** Returns the available seats on the fullest occasion; null when none has a limit. */
export const countSeatsOnAll = (set: readonly SeatCounts[]): number | null =>
  findFewestSeats(set.map(countAvailableSeats))

const everyMethod: readonly PaymentMethod[] = [0, 1]

/** Returns the payment methods that all occasions with a fee accept, card (0) first; none when all are free. */
export function listCommonPaymentMethods(
  set: readonly { feeMinor: number; paymentMethods: PaymentMethod[] }[],
): PaymentMethod[] {
  const costing = set.filter(({ feeMinor }) => feeMinor > 0)
  if (costing.length === 0) return []
  return everyMethod.filter((method) => costing.every(({ paymentMethods }) => paymentMethods.includes(method)))
}

interface ResultState {
  completed: boolean
  canceled: boolean
  attended: boolean | null
  signUpDate: Date | null
}

/**
 * Returns the status of a result, as a number of the specification, the first that applies: cancelled 4, completed 2,
 * attended 3, signed up 0, and pending 1 while it waits for approval.
 */
export function toResultStatus({ completed, canceled, attended, signUpDate }: ResultState): ResultStatusType {
  if (canceled) return 4
  if (completed) return 2
  if (attended) return 3
  return signUpDate ? 0 : 1
}

/** True when the caller saw exactly the occasions of the tag, by their ids in any order, or named none. */
export const isSameSet = (shownIds: readonly number[], set: readonly number[]): boolean =>
  shownIds.length === 0 || (new Set(shownIds).size === set.length && set.every((id) => shownIds.includes(id)))
