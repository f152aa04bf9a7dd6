import { reserveForQueue, type SeatCounts } from '#api/catalogue/occasions/rules.ts'
import type { Ctx } from '#api/context.ts'
import type { SignUpFacts } from '#api/participation/sign-ups/rules.ts'
import type { SignUpOffer } from './contract.ts'
import type { SignUpRow } from './storage.ts'

interface StoredReservation {
  paymentId: string
  occasionId: number | null
  startsAt: string | null
  city: string | null
}

interface StoredCard {
  isOn: 0 | 1
  offeredSeats: number
  isForQueue: 0 | 1
  /** `isOpen`: 0 once it has expired. Its seat is held all the same until a job or a sign-up releases it. */
  requested: (StoredReservation & { onOccasion: 0 | 1; isOpen: 0 | 1 }) | null
  /** `onPart`: whether the payment is for this part; 0 for another part of the education. */
  underWay: (StoredReservation & { onPart: 0 | 1 }) | null
}

const openRequest = (requested: StoredCard['requested']) => (requested?.isOpen === 1 ? requested : null)

/**
 * Counts the seats on the occasion that are reserved for the person: offered to the person as the first in the queue,
 * or waiting for the payment of a guardian.
 */
export function countOwnSeats(row: SignUpRow): number {
  const { offeredSeats, requested } = JSON.parse(row.card) as StoredCard
  return offeredSeats + (requested?.onOccasion ?? 0)
}

/**
 * Returns the numbers of seats on an occasion as they count for the person who signs up: a seat that the queue offers
 * the person, or that waits for the payment of the person's guardian, is free, and for others than organisers one that
 * the queue is about to offer somebody else is reserved.
 */
export function seatsFor(row: SignUpRow, seats: SeatCounts): SeatCounts {
  const { isForQueue } = JSON.parse(row.card) as StoredCard
  const ownSeats = countOwnSeats(row)
  if (isForQueue === 1 && ownSeats === 0 && !row.isByOrganizer) return reserveForQueue(seats)
  const { maxParticipants, bookedCount, reservedCount } = seats
  return { maxParticipants, bookedCount, reservedCount: reservedCount - ownSeats }
}

/**
 * Returns the unfinished payment that holds the seat, with its date, or else the seat that a guardian is asked to pay
 * for (`isRequested`); null without one. Only the person and a guardian are shown a request.
 */
export function reservationFrom({ actor }: Ctx, row: SignUpRow): SignUpOffer['reservation'] {
  const { underWay, requested } = JSON.parse(row.card) as StoredCard
  const mayPay = actor.id === row.person.id || row.isGuardian === 1
  const found = underWay ?? (mayPay ? openRequest(requested) : null)
  if (!found) return null
  const { paymentId, occasionId, startsAt, city } = found
  const startDate = startsAt === null ? null : new Date(startsAt)
  return { paymentId, isRequested: !underWay, occasionId, startDate, city }
}

/**
 * Returns the seat that a child has asked its guardians to pay for, with the payment and date; `onOccasion` says
 * whether it is on the occasion signed up to. One that has expired is included until its seat is released. Null without
 * one.
 */
export const requestFrom = (row: SignUpRow): StoredCard['requested'] => (JSON.parse(row.card) as StoredCard).requested

/**
 * Returns the facts that decide whether a sign-up can be paid by card: whether it is on, never for an exam (decision
 * 029), and the id of the payment that is in the way of the sign-up; null without one. `hasFee` says whether the
 * sign-up costs anything. An unfinished payment for this part always is in the way, one for another part of the
 * education only with a fee. For the person, so is the seat that a guardian is asked to pay for.
 */
export function cardFrom({ actor }: Ctx, row: SignUpRow, hasFee: boolean): SignUpFacts['cardPayment'] {
  const { isOn, underWay: found, requested } = JSON.parse(row.card) as StoredCard
  const underWay = found?.onPart === 1 || hasFee ? found : null
  const own = actor.id === row.person.id ? (underWay ?? openRequest(requested)) : underWay
  return { isOn: isOn === 1 && !row.exam, underWay: own?.paymentId ?? null }
}
