/** In the order of the wire; the database holds the numbers. */
export const erasureStates = { open: 0, confirmed: 1, done: 2, withdrawn: 3, refused: 4 } as const
export type ErasureStateName = keyof typeof erasureStates
export type ErasureState = (typeof erasureStates)[ErasureStateName]
export const erasureStateNames = Object.keys(erasureStates) as ErasureStateName[]

/** Who asked: the person, a guardian for a child, or the office on somebody's behalf. */
export const requesters = ['self', 'guardian', 'office'] as const
export type Requester = (typeof requesters)[number]

/** The law gives a month to answer. */
export const monthsToAnswer = 1
const daysBefore = 7

export type DueStanding = 'closed' | 'onTime' | 'near' | 'late'

const isLive = (state: ErasureState) => state === erasureStates.open || state === erasureStates.confirmed

/** Whether a request is late, or has a week left at most; days as `yyyy-MM-dd`. */
export function dueStanding(state: ErasureState, dueOn: string, today: string): DueStanding {
  if (!isLive(state)) return 'closed'
  const daysLeft = (Date.parse(dueOn) - Date.parse(today)) / 86_400_000
  if (daysLeft < 0) return 'late'
  return daysLeft <= daysBefore ? 'near' : 'onTime'
}

/** Facts that the office must know before it confirms; with those of `stopping` it cannot. */
export const concerns = [
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

export const stopping = {
  lastSuperadministrator: 'last_superadministrator',
  paymentUnderWay: 'payment_under_way',
} as const satisfies Partial<Record<Concern, string>>

/** The refusal that stops an erasure; null when nothing does. */
export const refuseErasure = (found: readonly Concern[]): (typeof stopping)[keyof typeof stopping] | null =>
  found.includes('lastSuperadministrator')
    ? stopping.lastSuperadministrator
    : found.includes('paymentUnderWay')
      ? stopping.paymentUnderWay
      : null
