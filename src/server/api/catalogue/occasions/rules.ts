import { toSearchWords } from '#api/text-matching.ts'
import { toPortalDay } from '#api/zone.ts'

/** The orders of the lists of occasions, each with its usual direction. */
export const occasionOrders = {
  start: 'ascending',
  occasion: 'ascending',
  city: 'ascending',
  places: 'descending',
} as const

/** The limit of seats and the numbers of taken seats. */
export interface SeatCounts {
  /** Null without a limit. */
  maxParticipants: number | null
  bookedCount: number
  reservedCount: number
}

/**
 * Returns the number of available seats (spec G-033): those of the limit that are neither booked nor reserved, and
 * never below zero. Null without a limit.
 */
export const countAvailableSeats = ({ maxParticipants, bookedCount, reservedCount }: SeatCounts): number | null =>
  maxParticipants === null ? null : Math.max(0, maxParticipants - bookedCount - reservedCount)

/**
 * True when at least one seat is available, or when the occasion has no limit. Reserved seats, such as those of open
 * payments, are taken.
 */
export const hasAvailableSeats = (seats: SeatCounts): boolean => {
  const left = countAvailableSeats(seats)
  return left === null || left > 0
}

/**
 * Returns the seats of an occasion as they count for others while a party in its queue has room: none is available.
 * Unchanged without a limit.
 */
export function reserveForQueue({ maxParticipants, bookedCount, reservedCount }: SeatCounts): SeatCounts {
  const free = maxParticipants === null ? 0 : maxParticipants - bookedCount
  return { maxParticipants, bookedCount, reservedCount: Math.max(reservedCount, free) }
}

/** True when no seat is available; never without a limit. */
export const isFullyBooked = (occasion: { hasFreeSpots: boolean }): boolean => !occasion.hasFreeSpots

/** State of an occasion for a person who chooses one; the first reason that closes it counts. */
export type OccasionState = 'canceled' | 'started' | 'closed' | 'full' | 'open'

interface OccasionChoice {
  canceled: boolean
  startDate: Date
  lastSignUpDate: Date | null
  hasFreeSpots: boolean
}

/**
 * Returns the state of an occasion for a person who chooses one: the first reason that closes it, in the order
 * cancelled, started, closed, full. It has started at its very start, and is open at the last moment of sign-up.
 */
export function toOccasionState(occasion: OccasionChoice, now: Date): OccasionState {
  if (occasion.canceled) return 'canceled'
  if (occasion.startDate <= now) return 'started'
  if (occasion.lastSignUpDate && occasion.lastSignUpDate < now) return 'closed'
  return isFullyBooked(occasion) ? 'full' : 'open'
}

/**
 * True from the first moment of the day, in the portal's zone, on which the occasion begins. From then on attendance
 * and completion can be noted.
 */
export const isHeldBy = ({ startDate }: { startDate: Date }, now: Date): boolean =>
  toPortalDay(startDate) <= toPortalDay(now)

/** True when the occasion has ended, also at its very end. It can then no longer be cancelled. */
export const hasEnded = ({ endDate }: { endDate: Date }, now: Date): boolean => endDate <= now

/**
 * Returns a copy of a row of `occasions`, or of a change of title, city or venue, with its search words
 * (`searchWords`). By them search corrects spelling. A change gives all three: words of one that is left out are lost.
 */
export const withOccasionWords = <
  Row extends { title?: string | null | undefined; city: string; venue?: string | null | undefined },
>(
  row: Row,
) => ({
  ...row,
  searchWords: toSearchWords(row.title, row.city, row.venue),
})
