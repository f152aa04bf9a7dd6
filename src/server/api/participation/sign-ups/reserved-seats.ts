import type { SeatCounts } from '#api/catalogue/occasions/rules.ts'
import type { Ctx } from '#api/context.ts'
import type { SignUpFacts } from '#api/participation/sign-ups/rules.ts'
import type { SignUpOffer } from './contract.ts'
import type { SignUpRow } from './storage.ts'

interface StoredCard {
  isOn: 0 | 1
  offeredSeats: number
  isForQueue: 0 | 1
  requested: { paymentId: string; onOccasion: 0 | 1 } | null
  underWay: {
    paymentId: string
    occasionId: number | null
    /** Whether the payment is for this part; false for another part of the education. */
    onPart: 0 | 1
    startsAt: string | null
    city: string | null
  } | null
}

/** Counts the seats of the occasion that the queue offers the person, or that wait for the payment of a guardian. */
export function countOwnSeats(row: SignUpRow): number {
  const { offeredSeats, requested } = JSON.parse(row.card) as StoredCard
  return offeredSeats + (requested?.onOccasion ?? 0)
}

/**
 * Returns the seats as the person finds them: a seat that the queue offers the person, or that waits for the payment of
 * the person's guardian, is free, and for others than organisers one that the queue is about to offer somebody else is
 * reserved.
 */
export function seatsFor(row: SignUpRow, { maxParticipants, bookedCount, reservedCount }: SeatCounts): SeatCounts {
  const { isForQueue } = JSON.parse(row.card) as StoredCard
  const ownSeats = countOwnSeats(row)
  const isClosed = isForQueue === 1 && ownSeats === 0 && !row.byOrganizer && maxParticipants !== null
  const reserved = isClosed ? Math.max(reservedCount, maxParticipants - bookedCount) : reservedCount - ownSeats
  return { maxParticipants, bookedCount, reservedCount: reserved }
}

/** Returns the caller's unfinished payment for the part and the date that it pays for; null without one. */
export function reservationFrom(row: SignUpRow): SignUpOffer['reservation'] {
  const { underWay } = JSON.parse(row.card) as StoredCard
  if (!underWay) return null
  const { paymentId, occasionId, startsAt, city } = underWay
  return { paymentId, occasionId, startDate: startsAt === null ? null : new Date(startsAt), city }
}

/** Returns the seat that the person has asked its guardians to pay for; null without one. */
export const requestFrom = (row: SignUpRow): StoredCard['requested'] => (JSON.parse(row.card) as StoredCard).requested

/**
 * Returns the facts about paying a fee by card: whether it is on, and the id of a payment that is under way; null
 * without one. Exams are paid by invoice only (decision 029). A payment for another part of the education is in the way
 * of a fee.
 */
export function cardFrom({ actor }: Ctx, row: SignUpRow, hasFee: boolean): SignUpFacts['cardPayment'] {
  const { isOn, underWay: found, requested } = JSON.parse(row.card) as StoredCard
  const underWay = found?.onPart === 1 || hasFee ? found : null
  const own = actor.id === row.person.id ? (underWay ?? requested) : underWay
  return { isOn: isOn === 1 && !row.exam, underWay: own?.paymentId ?? null }
}
