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

export interface HeldCycle extends Cycle {
  id: number
  licenseId: number
  cycleNumber: number
  basis: Basis
  /** Taken back by the portal itself, with the result that it was given for: as if it had never been. */
  isWithdrawn: boolean
}

/** What is known of one person; of each licence its cycles, the first one first. */
export interface Known {
  dayOn: string
  birthOn: string | null
  educations: Facts['educations']
  parts: Facts['parts']
  otherRequirements: Facts['otherRequirements']
  definitions: readonly Definition[]
  cycles: ReadonlyMap<number, readonly HeldCycle[]>
  /** Everything done that counts towards each licence. */
  credits: ReadonlyMap<number, readonly Credit[]>
}

/** Why a cycle is there. */
export const bases = ['earned', 'manual', 'renewed', 'waived'] as const
export type Basis = (typeof bases)[number]

/** A cycle to write. */
export interface NewCycle extends CycleDates {
  licenseId: number
  cycleNumber: number
  decidedOn: string
  basis: Basis
  /** The cycle that it follows upon and ends. */
  follows: number | null
}

export const latestCycle = (known: Known, licenseId: number): HeldCycle | null =>
  known.cycles.get(licenseId)?.findLast(({ isWithdrawn }) => !isWithdrawn) ?? null

/** The cycle by which a licence is held on the day. */
export const validCycle = (known: Known, licenseId: number): HeldCycle | null =>
  known.cycles.get(licenseId)?.findLast((cycle) => isValidStage(stageOn(cycle, known.dayOn))) ?? null

function heldBy(cycle: HeldCycle | null): Done | null {
  return cycle && { on: cycle.validFromOn, until: cycle.graceToOn ?? cycle.validToOn }
}

const licensesOf = (known: Known): Facts['licenses'] =>
  new Map(
    known.definitions.map((definition) => [
      definition.id,
      {
        name: definition.name,
        held: heldBy(validCycle(known, definition.id)),
        asks: firstRequirement(definition, null),
      },
    ]),
  )

/** What the rule book of readiness is told; credits are those of one licence's own cycle. */
export function factsFor(known: Known, definition: Definition | null = null): Facts {
  const cycle = definition && latestCycle(known, definition.id)
  const categories = definition?.rule.categories ?? []
  const counted = cycle
    ? countCredits(categories, known.credits.get(cycle.licenseId) ?? [], { after: cycle.decidedOn, until: known.dayOn })
    : []
  const credits = counted.map((one, at) => ({ name: categories[at]?.name ?? '', have: one.counted }))
  const { dayOn, birthOn, educations, parts, otherRequirements } = known
  return {
    dayOn,
    birthOn,
    educations,
    parts,
    otherRequirements,
    licenses: licensesOf(known),
    credits,
    creditTotal: totalOf(counted),
  }
}

/** Nothing to do, a first cycle to earn, or the next one. */
export type Aim = 'first' | 'renewal'

export function aimOf(known: Known, definition: Definition): Aim {
  const cycle = latestCycle(known, definition.id)
  if (!cycle) return 'first'
  const stage = stageOn(cycle, known.dayOn)
  return stage === 'lapsed' || stage === 'revoked' || stage === 'renewed' ? 'first' : 'renewal'
}

/** What a person is asked for towards a licence now: to be given it, or to renew it. */
function requirementFor(known: Known, definition: Definition): Requirement {
  const cycle = latestCycle(known, definition.id)
  if (!cycle || aimOf(known, definition) === 'first') return firstRequirement(definition, cycle?.decidedOn ?? null)
  return renewalRequirement(definition, cycle.decidedOn)
}

export const standingTowards = (known: Known, definition: Definition): Standing =>
  readinessFor(requirementFor(known, definition), factsFor(known, definition))

const isRevoked = (known: Known, licenseId: number) => {
  const cycle = latestCycle(known, licenseId)
  return cycle !== null && stageOn(cycle, known.dayOn) === 'revoked'
}

/** The cycle that somebody is given that day, whatever stands in the way: who asks for it has asked the rules before. */
export function cycleToIssue(known: Known, definition: Definition, basis: Basis): NewCycle {
  const cycle = latestCycle(known, definition.id)
  const cycleNumber = (known.cycles.get(definition.id)?.at(-1)?.cycleNumber ?? 0) + 1
  const own = { licenseId: definition.id, cycleNumber, decidedOn: known.dayOn, basis }
  if (!cycle || aimOf(known, definition) === 'first')
    return { ...own, ...firstCycle(definition.rule, known.dayOn), follows: null }
  return { ...own, ...nextCycle(definition.rule, cycle, known.dayOn), follows: cycle.id }
}

/** Whether the holder, or the portal by itself, may have the next cycle. */
export const mayRenew = (known: Known, definition: Definition): boolean => {
  const cycle = latestCycle(known, definition.id)
  return (
    cycle !== null &&
    definition.active &&
    isOpen(definition.rule, cycle, known.dayOn) &&
    standingTowards(known, definition).met
  )
}

/** What is issued by itself is never what was taken away, nor what nothing is asked for. */
function earned(known: Known, definition: Definition): NewCycle | null {
  if (!definition.active) return null
  if (aimOf(known, definition) === 'renewal')
    return definition.rule.automatic && definition.rule.by !== 'application' && mayRenew(known, definition)
      ? cycleToIssue(known, definition, 'renewed')
      : null
  if (!definition.autoIssue || isRevoked(known, definition.id)) return null
  const requirement = requirementFor(known, definition)
  const asksNothing = 'of' in requirement && requirement.of.every(({ kind }) => kind === 'age')
  return !asksNothing && standingTowards(known, definition).met ? cycleToIssue(known, definition, 'earned') : null
}

const withCycle = (known: Known, { follows, ...issued }: NewCycle): Known => {
  const own = known.cycles.get(issued.licenseId) ?? []
  const ended = own.map((one) => (one.id === follows ? { ...one, succeededOn: issued.validFromOn } : one))
  const next = { ...issued, id: -issued.cycleNumber, succeededOn: null, revokedOn: null, isWithdrawn: false }
  return { ...known, cycles: new Map(known.cycles).set(issued.licenseId, [...ended, next]) }
}

/** Everything that is to be issued by itself that day; a licence may make the next one possible. */
export function toIssue(known: Known): NewCycle[] {
  for (const definition of known.definitions) {
    const cycle = earned(known, definition)
    if (cycle) return [cycle, ...toIssue(withCycle(known, cycle))]
  }
  return []
}
