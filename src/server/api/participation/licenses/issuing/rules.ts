import {
  type Evaluation,
  type Evidence,
  evaluateRequirement,
  type ReadinessFacts,
  type Requirement,
} from '#api/participation/readiness/rules.ts'
import { type Cycle, type CycleDates, calculateFirstCycle, calculateStage, isValidStage } from '../cycles/rules.ts'
import { type Credit, calculateNextCycle, countCredits, isOpenForRenewal, sumCredits } from '../renewal/rules.ts'
import { type LicenseDefinition, toFirstRequirement, toRenewalRequirement } from '../rules.ts'

/** A stored cycle of a person's licence. */
export interface HeldCycle extends Cycle {
  id: number
  licenseId: number
  cycleNumber: number
  basis: Basis
  /** The portal revoked it with the result that it was earned by; it counts as never issued. */
  isWithdrawn: boolean
}

/** The facts about one person that decide on licences; the cycles of each licence in order. */
export interface LicenseFacts {
  dayOn: string
  birthOn: string | null
  educations: ReadinessFacts['educations']
  parts: ReadinessFacts['parts']
  otherRequirements: ReadinessFacts['otherRequirements']
  definitions: readonly LicenseDefinition[]
  cycles: ReadonlyMap<number, readonly HeldCycle[]>
  /** All training that counts towards each licence. */
  credits: ReadonlyMap<number, readonly Credit[]>
}

/** The reasons for which a cycle is issued. */
export const bases = ['earned', 'manual', 'renewed', 'waived'] as const
export type Basis = (typeof bases)[number]

/** A cycle to write. */
export interface NewCycle extends CycleDates {
  licenseId: number
  cycleNumber: number
  decidedOn: string
  basis: Basis
  /** Id of the previous cycle, which this one ends. */
  follows: number | null
}

/**
 * Returns a person's latest cycle of a licence, ended and revoked ones too; null without one. Withdrawn cycles, which
 * were revoked with the result that had earned them, count as never issued.
 */
export const findLatestCycle = (facts: Pick<LicenseFacts, 'cycles'>, licenseId: number): HeldCycle | null =>
  facts.cycles.get(licenseId)?.findLast(({ isWithdrawn }) => !isWithdrawn) ?? null

/**
 * Returns a person's cycle that is valid on the day of the facts, active or in grace, the latest of several; null
 * without one.
 */
export const findValidCycle = (facts: Pick<LicenseFacts, 'cycles' | 'dayOn'>, licenseId: number): HeldCycle | null =>
  facts.cycles.get(licenseId)?.findLast((cycle) => isValidStage(calculateStage(cycle, facts.dayOn))) ?? null

function heldBy(cycle: HeldCycle | null): Evidence | null {
  return cycle && { on: cycle.validFromOn, until: cycle.graceToOn ?? cycle.validToOn }
}

const licensesOf = (facts: LicenseFacts): ReadinessFacts['licenses'] =>
  new Map(
    facts.definitions.map((definition) => [
      definition.id,
      {
        name: definition.name,
        evidence: heldBy(findValidCycle(facts, definition.id)),
        requirement: toFirstRequirement(definition, null),
      },
    ]),
  )

/**
 * Converts the facts to those of the rules of readiness. Credits count from the day after the decision on the
 * definition's latest cycle until `dayOn`; there are none without a definition or a cycle.
 */
export function toReadinessFacts(facts: LicenseFacts, definition: LicenseDefinition | null = null): ReadinessFacts {
  const cycle = definition && findLatestCycle(facts, definition.id)
  const categories = definition?.rule.categories ?? []
  const counted = cycle
    ? countCredits(categories, facts.credits.get(cycle.licenseId) ?? [], { after: cycle.decidedOn, until: facts.dayOn })
    : []
  const credits = counted.map((one, at) => ({ name: categories[at]?.name ?? '', have: one.counted }))
  const { dayOn, birthOn, educations, parts, otherRequirements } = facts
  return {
    dayOn,
    birthOn,
    educations,
    parts,
    otherRequirements,
    licenses: licensesOf(facts),
    credits,
    creditTotal: sumCredits(counted),
  }
}

/** Whether a person earns a first cycle of the licence, or renews it. */
export type Aim = 'first' | 'renewal'

/**
 * Returns what the person's next cycle of a licence is: `first` or `renewal`. It is a first one without a cycle, and
 * after one that has lapsed, was revoked or was renewed.
 */
export function findAim(facts: LicenseFacts, definition: LicenseDefinition): Aim {
  const cycle = findLatestCycle(facts, definition.id)
  if (!cycle) return 'first'
  const stage = calculateStage(cycle, facts.dayOn)
  return stage === 'lapsed' || stage === 'revoked' || stage === 'renewed' ? 'first' : 'renewal'
}

/** Returns the requirement of the person's next cycle: to earn the licence, or to renew it. */
function requirementFor(facts: LicenseFacts, definition: LicenseDefinition): Requirement {
  const cycle = findLatestCycle(facts, definition.id)
  if (!cycle || findAim(facts, definition) === 'first') return toFirstRequirement(definition, cycle?.decidedOn ?? null)
  return toRenewalRequirement(definition, cycle.decidedOn)
}

/**
 * Evaluates the requirement of the person's next cycle of a licence: to earn it, or to renew it, as `findAim` decides.
 * Does not ask whether the licence is active or can be renewed yet.
 */
export const evaluateNextCycle = (facts: LicenseFacts, definition: LicenseDefinition): Evaluation =>
  evaluateRequirement(requirementFor(facts, definition), toReadinessFacts(facts, definition))

const isRevoked = (facts: LicenseFacts, licenseId: number) => {
  const cycle = findLatestCycle(facts, licenseId)
  return cycle !== null && calculateStage(cycle, facts.dayOn) === 'revoked'
}

/**
 * Returns the next cycle of a person's licence, decided on the day of the facts; `basis` is why it is issued. Writes
 * nothing. Requirements are not checked: the caller has done that.
 *
 * Its number follows the highest one, withdrawn cycles included. `findAim` decides between a renewal and a first cycle.
 * A renewal has the id of the latest cycle as `follows`, and ends that cycle when it is stored. A first cycle has null,
 * also after a cycle that has lapsed, was revoked or was renewed.
 */
export function planCycle(facts: LicenseFacts, definition: LicenseDefinition, basis: Basis): NewCycle {
  const cycle = findLatestCycle(facts, definition.id)
  const cycleNumber = (facts.cycles.get(definition.id)?.at(-1)?.cycleNumber ?? 0) + 1
  const own = { licenseId: definition.id, cycleNumber, decidedOn: facts.dayOn, basis }
  if (!cycle || findAim(facts, definition) === 'first')
    return { ...own, ...calculateFirstCycle(definition.rule, facts.dayOn), follows: null }
  return { ...own, ...calculateNextCycle(definition.rule, cycle, facts.dayOn), follows: cycle.id }
}

/**
 * True when the person can renew the licence on the day of the facts: it is active, the latest cycle is open for
 * renewal, and all requirements are met. Does not ask whether the portal renews it by itself.
 */
export const canRenew = (facts: LicenseFacts, definition: LicenseDefinition): boolean => {
  const cycle = findLatestCycle(facts, definition.id)
  return (
    cycle !== null &&
    definition.active &&
    isOpenForRenewal(definition.rule, cycle, facts.dayOn) &&
    evaluateNextCycle(facts, definition).met
  )
}

/** Returns the cycle to issue automatically, or null; never of a revoked licence, nor of one without requirements. */
function earned(facts: LicenseFacts, definition: LicenseDefinition): NewCycle | null {
  if (!definition.active) return null
  if (findAim(facts, definition) === 'renewal')
    return definition.rule.automatic && definition.rule.by !== 'application' && canRenew(facts, definition)
      ? planCycle(facts, definition, 'renewed')
      : null
  if (!definition.autoIssue || isRevoked(facts, definition.id)) return null
  const requirement = requirementFor(facts, definition)
  const asksNothing = 'of' in requirement && requirement.of.every(({ kind }) => kind === 'age')
  return !asksNothing && evaluateNextCycle(facts, definition).met ? planCycle(facts, definition, 'earned') : null
}

const withCycle = (facts: LicenseFacts, { follows, ...issued }: NewCycle): LicenseFacts => {
  const own = facts.cycles.get(issued.licenseId) ?? []
  const ended = own.map((one) => (one.id === follows ? { ...one, succeededOn: issued.validFromOn } : one))
  const next = { ...issued, id: -issued.cycleNumber, succeededOn: null, revokedOn: null, isWithdrawn: false }
  return { ...facts, cycles: new Map(facts.cycles).set(issued.licenseId, [...ended, next]) }
}

/**
 * Returns all cycles to issue on the day without an application, where all requirements are met. They are first ones of
 * licences with `autoIssue`, and renewals by rules that are `automatic`. Never of a revoked or inactive licence, nor a
 * first one that requires nothing but an age. A licence may fulfil the requirements of another one; its cycle then
 * precedes the other's. Empty when none is due.
 */
export function planAutomaticCycles(facts: LicenseFacts): NewCycle[] {
  for (const definition of facts.definitions) {
    const cycle = earned(facts, definition)
    if (cycle) return [cycle, ...planAutomaticCycles(withCycle(facts, cycle))]
  }
  return []
}
