/** States of a request, as sent over the wire and stored. */
export const erasureStates = { open: 0, confirmed: 1, done: 2, withdrawn: 3, refused: 4 } as const
export type ErasureStateName = keyof typeof erasureStates
export type ErasureState = (typeof erasureStates)[ErasureStateName]
export const erasureStateNames = Object.keys(erasureStates) as ErasureStateName[]

/** Requester: the person, a guardian for a child, or the office on behalf of the person. */
export const requesters = ['self', 'guardian', 'office'] as const
export type Requester = (typeof requesters)[number]

/** Months within which the law requires an answer. */
export const monthsToAnswer = 1
const nearDays = 7

export type DueStatus = 'closed' | 'onTime' | 'near' | 'late'

const isLive = (state: ErasureState) => state === erasureStates.open || state === erasureStates.confirmed

/**
 * Classifies a live request by the days left until `dueOn`: `late`, `near` (at most seven) or `onTime`; `closed` for a
 * request that is not live. Days are `yyyy-MM-dd`; on the day `dueOn` itself it is `near`.
 */
export function getDueStatus(state: ErasureState, dueOn: string, today: string): DueStatus {
  if (!isLive(state)) return 'closed'
  const daysLeft = (Date.parse(dueOn) - Date.parse(today)) / 86_400_000
  if (daysLeft < 0) return 'late'
  return daysLeft <= nearDays ? 'near' : 'onTime'
}

/** Facts that the office sees before it confirms an erasure; those in `blockingConcerns` prevent it. */
export const concerns = [
  'protectedIdentity',
  'lastSuperadministrator',
  'paymentUnderWay',
  'upcoming',
  'unpaid',
  'refundDue',
  'license',
  'role',
  'ward',
] as const
export type Concern = (typeof concerns)[number]

/** Refusal code of each concern that prevents an erasure. */
export const blockingConcerns = {
  protectedIdentity: 'identity_protected',
  lastSuperadministrator: 'last_superadministrator',
  paymentUnderWay: 'payment_under_way',
} as const satisfies Partial<Record<Concern, string>>

type BlockingConcern = keyof typeof blockingConcerns

const isBlocking = (concern: Concern): concern is BlockingConcern => Object.hasOwn(blockingConcerns, concern)

/**
 * Returns the refusal code of the first raised concern that prevents an erasure; null when none does. First is by the
 * order of `concerns`.
 */
export function findBlockingRefusal(raised: readonly Concern[]): (typeof blockingConcerns)[BlockingConcern] | null {
  const first = concerns.filter(isBlocking).find((concern) => raised.includes(concern))
  return first ? blockingConcerns[first] : null
}
