import { addDays } from '#api/days.ts'
import { calculateStage } from '../cycles/rules.ts'
import { findLatestCycle, findValidCycle, type HeldCycle, type LicenseFacts } from '../issuing/rules.ts'

/** Number of days before its end from which a licence counts as running out. */
const expiryDays = 60

/** States of a member's licences, the worst last: neither licence nor goal, all valid, one runs out, one is lacking. */
export const seasonStates = ['unlicensed', 'ready', 'expiring', 'lacking'] as const
export type SeasonState = (typeof seasonStates)[number]

/** State of a licence by its reason. */
const stateByReason = {
  valid: 'ready',
  expires: 'expiring',
  grace: 'expiring',
  coming: 'lacking',
  expired: 'lacking',
  lapsed: 'lacking',
  revoked: 'lacking',
  missing: 'lacking',
  none: 'unlicensed',
} as const satisfies Record<string, SeasonState>
export type SeasonReason = keyof typeof stateByReason
export const seasonReasons = Object.keys(stateByReason) as [SeasonReason, ...SeasonReason[]]

/** A person's standing with one licence. */
export interface LicenseStanding {
  /** Null where the person has no licence at all. */
  licenseId: number | null
  reason: SeasonReason
  /** The day that the reason names; null where it names none, such as a licence without end. */
  on: string | null
}

type SeasonFacts = Pick<LicenseFacts, 'dayOn' | 'cycles'>

function assessValid({ dayOn }: SeasonFacts, valid: HeldCycle, latest: HeldCycle): Omit<LicenseStanding, 'licenseId'> {
  // A renewed licence has a next cycle, which begins when the valid one ends.
  const last = calculateStage(latest, dayOn) === 'coming' ? latest : valid
  if (calculateStage(last, dayOn) === 'grace') return { reason: 'grace', on: last.graceToOn }
  const isExpiring = last.validToOn !== null && last.validToOn <= addDays(dayOn, expiryDays)
  return { reason: isExpiring ? 'expires' : 'valid', on: last.validToOn }
}

function assessEnded({ dayOn }: SeasonFacts, latest: HeldCycle): Omit<LicenseStanding, 'licenseId'> {
  const stage = calculateStage(latest, dayOn)
  if (stage === 'coming') return { reason: 'coming', on: latest.validFromOn }
  if (stage === 'revoked') return { reason: 'revoked', on: latest.revokedOn }
  return { reason: stage === 'lapsed' ? 'lapsed' : 'expired', on: latest.validToOn }
}

/** Assesses one licence of a person on the day. */
function assessLicense(facts: SeasonFacts, licenseId: number): LicenseStanding {
  const latest = findLatestCycle(facts, licenseId)
  if (!latest) return { licenseId, reason: 'missing', on: null }
  const valid = findValidCycle(facts, licenseId)
  return { licenseId, ...(valid ? assessValid(facts, valid, latest) : assessEnded(facts, latest)) }
}

/** True when a licence no longer counts unless the person wants it: it can only be earned from the beginning. */
const isOver = ({ reason }: LicenseStanding) => reason === 'lapsed' || reason === 'revoked' || reason === 'missing'

/** The licences to assess: those that the person holds and has as goals, or one alone. */
export interface SeasonScope {
  goalIds: readonly number[]
  /** Null for all. */
  licenseId: number | null
}

/**
 * Assesses a person's licences on the day of the facts; with `licenseId` (null for all) that one alone, in any state.
 * Each gets a reason, such as `expires` within 60 days, and its day. `goalIds` are licences that the person wants;
 * those that the person never had are `missing`.
 *
 * Licences that have lapsed or were revoked count only as goals, or where no other licence or goal counts. In the order
 * of `cycles`, then other goals. Never empty: without any licence and goal, one standing with `none`.
 */
export function assessPerson(facts: SeasonFacts, { goalIds, licenseId }: SeasonScope): LicenseStanding[] {
  if (licenseId !== null) return [assessLicense(facts, licenseId)]
  const ids = new Set([...facts.cycles.keys(), ...goalIds])
  const standings = [...ids].map((id) => assessLicense(facts, id))
  const counted = standings.filter((one) => !isOver(one) || goalIds.includes(one.licenseId ?? 0))
  if (counted.length > 0) return counted
  const ended = standings.filter(({ reason }) => reason !== 'missing')
  return ended.length > 0 ? ended : [{ licenseId: null, reason: 'none', on: null }]
}

const stateOf = ({ reason }: LicenseStanding): SeasonState => stateByReason[reason]

/**
 * Returns the worst state of the standings, in the order `unlicensed`, `ready`, `expiring` and `lacking`, the worst
 * last; `ready` without any.
 */
export const worstState = (standings: readonly LicenseStanding[]): SeasonState =>
  seasonStates.findLast((state) => standings.some((one) => stateOf(one) === state)) ?? 'ready'

/**
 * Returns the standings that give a person the state: those that expire within 60 days, are in grace or are lacking;
 * all where there are none of these. They stay in their order.
 */
export function listReasons(standings: readonly LicenseStanding[]): LicenseStanding[] {
  const deficient = standings.filter((one) => ['expiring', 'lacking'].includes(stateOf(one)))
  return deficient.length > 0 ? deficient : [...standings]
}
