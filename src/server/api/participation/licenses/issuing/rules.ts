import {
  type Done,
  type Facts,
  type Requirement,
  readinessFor,
  type Standing,
} from '#api/participation/readiness/rules.ts'
import { type Cycle, type CycleDates, firstCycle, isValidStage, stageOn } from '../cycles/rules.ts'
import { type Credit, countCredits, isOpen, nextCycle, totalOf } from '../renewal/rules.ts'
import { type Definition, firstRequirement, renewalRequirement } from '../rules.ts'

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
export interface Known {
  dayOn: string
  birthOn: string | null
  educations: Facts['educations']
  parts: Facts['parts']
  otherRequirements: Facts['otherRequirements']
  definitions: readonly Definition[]
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

/** Returns the latest cycle of a licence that was not withdrawn, or null. */
export const latestCycle = (facts: Known, licenseId: number): HeldCycle | null =>
  facts.cycles.get(licenseId)?.findLast(({ isWithdrawn }) => !isWithdrawn) ?? null

/** Returns the cycle that is valid on the day, or null. */
export const validCycle = (facts: Known, licenseId: number): HeldCycle | null =>
  facts.cycles.get(licenseId)?.findLast((cycle) => isValidStage(stageOn(cycle, facts.dayOn))) ?? null

function heldBy(cycle: HeldCycle | null): Done | null {
  return cycle && { on: cycle.validFromOn, until: cycle.graceToOn ?? cycle.validToOn }
}

const licensesOf = (facts: Known): Facts['licenses'] =>
  new Map(
    facts.definitions.map((definition) => [
      definition.id,
      {
        name: definition.name,
        held: heldBy(validCycle(facts, definition.id)),
        asks: firstRequirement(definition, null),
      },
    ]),
  )

/** Converts the facts to those of the rules of readiness; credits count in the definition's latest cycle. */
export function factsFor(facts: Known, definition: Definition | null = null): Facts {
  const cycle = definition && latestCycle(facts, definition.id)
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
    creditTotal: totalOf(counted),
  }
}

/** Whether a person earns a first cycle of the licence, or renews it. */
export type Aim = 'first' | 'renewal'

/** Returns whether the person's next cycle is a first one or a renewal. */
export function aimOf(facts: Known, definition: Definition): Aim {
  const cycle = latestCycle(facts, definition.id)
  if (!cycle) return 'first'
  const stage = stageOn(cycle, facts.dayOn)
  return stage === 'lapsed' || stage === 'revoked' || stage === 'renewed' ? 'first' : 'renewal'
}

/** Returns the requirement of the person's next cycle: to earn the licence, or to renew it. */
function requirementFor(facts: Known, definition: Definition): Requirement {
  const cycle = latestCycle(facts, definition.id)
  if (!cycle || aimOf(facts, definition) === 'first') return firstRequirement(definition, cycle?.decidedOn ?? null)
  return renewalRequirement(definition, cycle.decidedOn)
}

/** Evaluates the requirement of the person's next cycle. */
export const standingTowards = (facts: Known, definition: Definition): Standing =>
  readinessFor(requirementFor(facts, definition), factsFor(facts, definition))

const isRevoked = (facts: Known, licenseId: number) => {
  const cycle = latestCycle(facts, licenseId)
  return cycle !== null && stageOn(cycle, facts.dayOn) === 'revoked'
}

/** Returns the cycle to issue on the day, without checking requirements: the caller has checked them. */
export function cycleToIssue(facts: Known, definition: Definition, basis: Basis): NewCycle {
  const cycle = latestCycle(facts, definition.id)
  const cycleNumber = (facts.cycles.get(definition.id)?.at(-1)?.cycleNumber ?? 0) + 1
  const own = { licenseId: definition.id, cycleNumber, decidedOn: facts.dayOn, basis }
  if (!cycle || aimOf(facts, definition) === 'first')
    return { ...own, ...firstCycle(definition.rule, facts.dayOn), follows: null }
  return { ...own, ...nextCycle(definition.rule, cycle, facts.dayOn), follows: cycle.id }
}

/** True when the licence can be renewed on the day and all requirements are met. */
export const mayRenew = (facts: Known, definition: Definition): boolean => {
  const cycle = latestCycle(facts, definition.id)
  return (
    cycle !== null &&
    definition.active &&
    isOpen(definition.rule, cycle, facts.dayOn) &&
    standingTowards(facts, definition).met
  )
}

/** Returns the cycle to issue automatically, or null; never of a revoked licence, nor of one without requirements. */
function earned(facts: Known, definition: Definition): NewCycle | null {
  if (!definition.active) return null
  if (aimOf(facts, definition) === 'renewal')
    return definition.rule.automatic && definition.rule.by !== 'application' && mayRenew(facts, definition)
      ? cycleToIssue(facts, definition, 'renewed')
      : null
  if (!definition.autoIssue || isRevoked(facts, definition.id)) return null
  const requirement = requirementFor(facts, definition)
  const asksNothing = 'of' in requirement && requirement.of.every(({ kind }) => kind === 'age')
  return !asksNothing && standingTowards(facts, definition).met ? cycleToIssue(facts, definition, 'earned') : null
}

const withCycle = (facts: Known, { follows, ...issued }: NewCycle): Known => {
  const own = facts.cycles.get(issued.licenseId) ?? []
  const ended = own.map((one) => (one.id === follows ? { ...one, succeededOn: issued.validFromOn } : one))
  const next = { ...issued, id: -issued.cycleNumber, succeededOn: null, revokedOn: null, isWithdrawn: false }
  return { ...facts, cycles: new Map(facts.cycles).set(issued.licenseId, [...ended, next]) }
}

/** Returns all cycles to issue automatically on the day. A licence may fulfil the requirements of another one. */
export function toIssue(facts: Known): NewCycle[] {
  for (const definition of facts.definitions) {
    const cycle = earned(facts, definition)
    if (cycle) return [cycle, ...toIssue(withCycle(facts, cycle))]
  }
  return []
}
