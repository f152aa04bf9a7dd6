import type { Actor } from '#api/actor.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { Booking } from '#api/office/bookings/contract.ts'
import type { OwnProgress } from '#api/office/education-list/contract.ts'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import { managementScope } from '#api/people/reach/access.ts'
import { countSeats, listTiedOccasions } from '#islands/educations/tied-occasions.ts'
import { findEntryOf } from '#islands/waiting-list/queue-texts.ts'
import type { EducationFamily } from './list-family.ts'

export interface OccasionCardInput {
  occasion: Occasion
  tied: readonly Occasion[]
  /** The education of the page. */
  educationId: number
  /** The education's own fee; 0 when it is paid. */
  educationFee: number
  /** The education's own fee is paid. */
  isFeePaid: boolean
  userId: number
  /** Name of the child that the page is for; absent for the reader. */
  person?: string | undefined
  family: readonly EducationFamily[]
  /** Whether the education is closed to the person, who is too old or a member of another federation. */
  blocked: boolean
  /** Whether the person is a member of another federation. */
  isExternal: boolean
  /** Whether the part waits for parts that come before it. */
  locked: boolean
  /** The person's bookings in the education. */
  bookings: readonly Pick<Booking, 'educationPartId' | 'state'>[]
  /** The reader's places in queues. */
  waiting: readonly WaitingEntry[]
  /** Dates for which the reader queues through another education. */
  pricesElsewhere: OwnProgress['pricesElsewhere']
  actor: Actor | null
}

/**
 * Returns the seats, the price and the set of an occasion, and what the reader can do: sign up, queue or answer an
 * offer. The set is the occasion with those that are signed up for together with it; seats are the fewest. `fee` is the
 * sum in kronor, `educationFee` included, or the price of another education that the reader queues through.
 *
 * Sign-up takes free seats or, for a person in the queue, an offer; the queue is for a set without free seats. Both are
 * closed by `blocked`, `locked`, another booked part of the set, and for external people by an occasion closed to them.
 */
export function readOccasion(input: OccasionCardInput) {
  const { occasion, tied, educationId, educationFee, userId, person, family, locked, waiting, actor } = input
  const { blocked, isExternal } = input
  const elsewhere = input.pricesElsewhere.find(({ occasionId }) => occasionId === occasion.id)
  const tiedOccasions = listTiedOccasions(occasion, tied)
  const set = [occasion, ...tiedOccasions]
  const isClosedToExternal = set.some((one) => one.blockedForExternalUsers)
  const availableSpots = countSeats(set)
  const hasFreeSpots = set.every((one) => one.hasFreeSpots)
  const isBlocked = blocked || (isExternal && isClosedToExternal)
  const open = isClosedToExternal ? family.filter((one) => !one.isExternal) : family
  const companions = open.map(({ id: memberId, name }) => ({ id: memberId, name }))
  // The sign-up includes the tied parts, and the server refuses one that is booked already.
  const isTiedBooked = tiedOccasions.some((one) =>
    input.bookings.some(
      ({ educationPartId, state }) => educationPartId === one.educationPartId && state !== 'canceled',
    ),
  )
  const isOpen = !isBlocked && !locked && !isTiedBooked
  const entries = waiting.filter(({ occasionId }) => set.some(({ id }) => id === occasionId))
  const entry = findEntryOf(entries, userId)
  const isOffered = entry ? entry.offerEnds !== null : false
  const party = entry && entry.members.length > 1 ? entry : null
  // Seats for several are taken at once, through the date that was chosen.
  const mayAccept = isOffered && (!party || (party.mayAnswer && party.occasionId === occasion.id))
  const others = (party?.members ?? []).filter((one) => one.userId !== userId)
  const everyone = [{ id: userId, name: person ?? actor?.name ?? '' }, ...companions]
  return {
    tiedOccasions,
    availableSpots,
    hasFreeSpots,
    isBlocked,
    /** Another part that is signed up for together with the occasion is booked already. */
    isTiedBooked,
    entries,
    isOffered,
    /** The entry of several people, who answer together. */
    party,
    // A seat that is offered to the reader is taken by signing up as usual, to the education that the queue is for.
    maySignUp: isOpen && (entry ? mayAccept : hasFreeSpots),
    /** The education that a sign-up is for, by the reader's queue; that of the page otherwise. */
    educationId: elsewhere?.educationId ?? educationId,
    educationFee: elsewhere ? 0 : educationFee,
    isFeeOfSet: tiedOccasions.length > 0,
    isFeePaid: input.isFeePaid,
    along: party ? others.map((one) => ({ id: one.userId, name: one.name })) : companions,
    mayQueue: !entry && !hasFreeSpots && isOpen,
    unqueued: everyone.filter(({ id }) => !findEntryOf(entries, id)),
    fee: elsewhere?.fee ?? set.reduce((sum, one) => sum + one.fee, educationFee),
    needsApproval: set.some((one) => one.needsApproval),
    isManaged:
      actor !== null &&
      (managementScope(actor).kind === 'all' ||
        ('Educator' in actor.roles && occasion.responsibleIds.includes(actor.id))),
  }
}
