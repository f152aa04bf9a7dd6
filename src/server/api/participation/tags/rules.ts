import { availableSeats, type SeatCounts } from '#api/catalogue/occasions/rules.ts'
import type { PaymentMethod } from '#api/questions.ts'
import type { ResultStatusType } from './contract.ts'

/** Null is no limit, so it never is the fewest. */
export const fewest = (seats: readonly (number | null)[]): number | null =>
  seats.reduce((least, left) => (left === null ? least : Math.min(left, least ?? left)), null)

/** As many as on the fullest of them. */
export const seatsOnAll = (set: readonly SeatCounts[]): number | null => fewest(set.map(availableSeats))

const everyMethod: readonly PaymentMethod[] = [0, 1]

/** Paid in one go, so by what all that cost take; nothing to pay needs no method. */
export function methodsForAll(set: readonly { feeMinor: number; paymentMethods: PaymentMethod[] }[]): PaymentMethod[] {
  const costing = set.filter(({ feeMinor }) => feeMinor > 0)
  if (costing.length === 0) return []
  return everyMethod.filter((method) => costing.every(({ paymentMethods }) => paymentMethods.includes(method)))
}

interface Standing {
  completed: boolean
  canceled: boolean
  attended: boolean | null
  signUpDate: Date | null
}

export function statusOf({ completed, canceled, attended, signUpDate }: Standing): ResultStatusType {
  if (canceled) return 4
  if (completed) return 2
  if (attended) return 3
  return signUpDate ? 0 : 1
}

/** What the caller saw is the set as it is; who saw nothing takes what there is. */
export const isSameSet = (seen: readonly number[], set: readonly number[]): boolean =>
  seen.length === 0 || (new Set(seen).size === set.length && set.every((id) => seen.includes(id)))
