/** States of an entry; those above `offered` are over. */
export const entryStates = {
  waiting: 0,
  offered: 1,
  accepted: 2,
  left: 3,
  declined: 4,
  lapsed: 5,
  removed: 6,
  ended: 7,
} as const
export type EntryState = (typeof entryStates)[keyof typeof entryStates]

/** Most people of one party. */
export const maxPartySize = 10

const hourMs = 3_600_000
const usualHours = 24
const hoursNearTheDay = 12
const nearTheDayMs = 72 * hourMs
const lastHoursBeforeStart = 2
const shortestOfferMs = hourMs / 2

interface OfferedOccasion {
  startsAt: Date
  lastSignUpAt: Date | null
}

const latestAnswer = ({ startsAt, lastSignUpAt }: OfferedOccasion): number =>
  Math.min(startsAt.getTime() - lastHoursBeforeStart * hourMs, lastSignUpAt?.getTime() ?? Number.POSITIVE_INFINITY)

/**
 * Returns when an offer that is made now ends: after 24 hours, after 12 when the first day is within three days, and
 * never later than the last moment to sign up or two hours before the start, of any of the occasions. Null when less
 * than half an hour is left.
 */
export function calculateOfferEnd(occasions: readonly OfferedOccasion[], now: Date): Date | null {
  const firstStart = Math.min(...occasions.map(({ startsAt }) => startsAt.getTime()))
  const hours = firstStart - now.getTime() < nearTheDayMs ? hoursNearTheDay : usualHours
  const end = Math.min(now.getTime() + hours * hourMs, ...occasions.map(latestAnswer))
  return end - now.getTime() < shortestOfferMs ? null : new Date(end)
}

/** Why an entry of the queue has no offer, as the office reads it. */
export type HoldReason = 'barred' | 'party_too_large' | 'next' | 'full'

interface WaitingFacts {
  /** Why the sign-up rules refuse a member. */
  barred: string | null
  partySize: number
  /** Free seats, of the tied occasion with the fewest; null without a limit. */
  availableSeats: number | null
}

/**
 * Returns why an entry that waits has no offer: the rules of signing up refuse a member (`barred`), there are no free
 * seats (`full`), or fewer than the party needs (`party_too_large`).
 *
 * `next`: there is room, and the offer is about to be made. Does not count the entries ahead, so several may be `next`.
 * Null `availableSeats` is no limit.
 */
export function whyWaiting({ barred, partySize, availableSeats }: WaitingFacts): HoldReason {
  if (barred !== null) return 'barred'
  if (availableSeats === null || availableSeats >= partySize) return 'next'
  return availableSeats > 0 ? 'party_too_large' : 'full'
}
