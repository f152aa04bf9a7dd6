/**
 * States of a merge, as sent over the wire and stored. `ended`: one of the two is erased or has been protected, so the
 * merge is not undone.
 */
export const mergeStates = { done: 0, undoing: 1, undone: 2, ended: 3 } as const
export type MergeState = (typeof mergeStates)[keyof typeof mergeStates]

/** Days within which a merge can be undone; its stored rows are removed afterwards. */
export const daysToUndo = 30

/** The two people of a merge: the one who is merged away, and the one who stays. */
export interface MergePair {
  fromUserId: number
  intoUserId: number
}

/** A number of rows of one table. */
export interface TableCount {
  table: string
  count: number
}

/** Fields of which the office chooses the value that stays. */
export const chosenFields = ['name', 'email', 'phone', 'birthDate'] as const
export type ChosenField = (typeof chosenFields)[number]
export type FieldChoice = 'from' | 'into'

/**
 * Settlements of rows that collide: a booking is cancelled, the row of the merged-away person stays with the closed
 * account, it beats the other one, which goes there, or a revocation of either person beats the valid row of the other.
 */
export const collisionSettlements = ['canceled', 'staying', 'beaten', 'revoked'] as const

/** Refusal codes of a merge, in the order in which the first one is shown. */
export const mergeRefusals = [
  'person_merged',
  'person_erased',
  'identity_protected',
  'merge_of_self',
  'merge_of_guardian',
  'merge_of_two_people',
  'merge_of_birth_dates',
  'merge_of_roles',
  'last_superadministrator',
  'erasure_open',
  'payment_under_way',
  'merge_bookings',
  'merge_waiting',
] as const
export type MergeRefusal = (typeof mergeRefusals)[number]

/** Facts of one of two bookings that cannot both be the same person's. */
export interface CollidingBooking {
  id: number
  completed: boolean
  attended: boolean
  /** Paid, or to be invoiced. */
  isCharged: boolean
}

export interface BookingCollision {
  own: CollidingBooking
  other: CollidingBooking
}

export interface SettledBookings {
  /** Bookings that the merge cancels, of either person. */
  canceled: number[]
  /** Bookings of the merged-away person that stay with the closed account. */
  staying: number[]
  /** Bookings that nobody but the office can settle: the beaten one is charged. */
  open: number[]
}

const rank = ({ completed, isCharged, attended }: CollidingBooking) =>
  (completed ? 4 : 0) + (isCharged ? 2 : 0) + (attended ? 1 : 0)

/**
 * Settles bookings that collide, `own` of the person who stays and `other` of the merged-away one; returns their ids. A
 * completed one beats a charged one, that one beats an attended one, and of equals `own` wins.
 *
 * The beaten booking is to be cancelled (`canceled`), unless it is charged: the office settles that one (`open`). When
 * both are completed, `other` stays with the closed account (`staying`) and is in no other list.
 */
export function settleBookings(collisions: readonly BookingCollision[]): SettledBookings {
  const canceled = new Set<number>()
  const staying = new Set<number>()
  const open = new Set<number>()
  for (const { own, other } of collisions) {
    const beaten = rank(other) > rank(own) ? own : other
    if (beaten.completed) staying.add(other.id)
    else if (beaten.isCharged) open.add(beaten.id)
    else canceled.add(beaten.id)
  }
  return {
    canceled: [...canceled].filter((id) => !staying.has(id)),
    staying: [...staying],
    open: [...open].filter((id) => !staying.has(id)),
  }
}

/** Facts by which the person who stays is suggested. */
export interface StayingFacts {
  id: number
  hasRegisterId: boolean
  isActive: boolean
  lastLogin: Date | null
}

/**
 * Returns the id of the one of two people who should stay: the register's, else the active one, else the one who signed
 * in last, else the older record, which has the lower id. Never having signed in counts as the earliest.
 */
export function suggestStaying(one: StayingFacts, other: StayingFacts): number {
  if (one.hasRegisterId !== other.hasRegisterId) return one.hasRegisterId ? one.id : other.id
  if (one.isActive !== other.isActive) return one.isActive ? one.id : other.id
  const [oneAt, otherAt] = [one.lastLogin?.getTime() ?? 0, other.lastLogin?.getTime() ?? 0]
  if (oneAt !== otherAt) return oneAt > otherAt ? one.id : other.id
  return Math.min(one.id, other.id)
}

/** Whether a merge can be undone: it is done, and less than 30 days old, so that its stored rows still exist. */
export const canUndo = (state: MergeState, mergedAt: Date, now: Date): boolean =>
  state === mergeStates.done && now.getTime() < mergedAt.getTime() + daysToUndo * 86_400_000
