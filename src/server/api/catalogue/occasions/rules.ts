import { toSearchWords } from '#api/text-matching.ts'

/** The numbers by which seats are limited and taken. */
export interface SeatCounts {
  maxParticipants: number | null
  bookedCount: number
  reservedCount: number
}

/** Seats left (spec G-033): null is no limit, and what is over the limit is still none. */
export const availableSeats = ({ maxParticipants, bookedCount, reservedCount }: SeatCounts): number | null =>
  maxParticipants === null ? null : Math.max(0, maxParticipants - bookedCount - reservedCount)

export const hasFreeSeats = (seats: SeatCounts): boolean => {
  const left = availableSeats(seats)
  return left === null || left > 0
}

export const isFullyBooked = (occasion: { hasFreeSpots: boolean }): boolean => !occasion.hasFreeSpots

/** How an occasion stands for whoever would choose it; the first reason that closes it wins. */
export type OccasionState = 'canceled' | 'started' | 'closed' | 'full' | 'open'

interface Choosable {
  canceled: boolean
  startDate: Date
  lastSignUpDate: Date | null
  hasFreeSpots: boolean
}

export function occasionState(occasion: Choosable, now: Date): OccasionState {
  if (occasion.canceled) return 'canceled'
  if (occasion.startDate <= now) return 'started'
  if (occasion.lastSignUpDate && occasion.lastSignUpDate < now) return 'closed'
  return isFullyBooked(occasion) ? 'full' : 'open'
}

/** What has been held is history: who was there is not told that it is off, nor taken from the list. */
export const isOver = ({ endDate }: { endDate: Date }, now: Date): boolean => endDate <= now

/** Adds the words by which search finds an occasion to a row of `occasions`, or to a change of title, city or venue. */
export const withOccasionWords = <
  Row extends { title?: string | null | undefined; city: string; venue?: string | null | undefined },
>(
  row: Row,
) => ({
  ...row,
  searchWords: toSearchWords(row.title, row.city, row.venue),
})
