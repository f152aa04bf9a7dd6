import { evaluateRequirement, type ReadinessFacts } from '#api/participation/readiness/rules.ts'
import { calculateStage, isValidStage } from '../cycles/rules.ts'
import { type LicenseDefinition, toFirstRequirement } from '../rules.ts'
import { findLatestCycle, type HeldCycle, type LicenseFacts, toReadinessFacts } from './rules.ts'

const isHeld = (cycle: HeldCycle, dayOn: string) => {
  const stage = calculateStage(cycle, dayOn)
  return isValidStage(stage) || stage === 'coming'
}

/** Returns the requirement by which a cycle was earned: after the previous cycle, if there is one. */
function requirementOf(facts: LicenseFacts, definition: LicenseDefinition, cycle: HeldCycle) {
  const own = facts.cycles.get(cycle.licenseId) ?? []
  const before = own.findLast(({ cycleNumber, isWithdrawn }) => !isWithdrawn && cycleNumber < cycle.cycleNumber)
  return toFirstRequirement(definition, before?.decidedOn ?? null)
}

function withEducations(facts: ReadinessFacts, educationIds: readonly number[], on: string): ReadinessFacts {
  const educations = new Map(facts.educations)
  for (const id of educationIds) {
    const education = educations.get(id)
    if (education) educations.set(id, { ...education, done: [{ on, until: null }, ...education.done] })
  }
  return { ...facts, educations }
}

function withdrawn(facts: LicenseFacts, { id, licenseId }: HeldCycle): LicenseFacts {
  const all = (facts.cycles.get(licenseId) ?? []).map((one) =>
    one.id === id ? { ...one, revokedOn: facts.dayOn, isWithdrawn: true } : one,
  )
  return { ...facts, cycles: new Map(facts.cycles).set(licenseId, all) }
}

/**
 * Returns the held cycles (periods of validity of licences) to withdraw when `educationIds` are no longer completed, in
 * the order in which they fall: earned ones that depend on educations that are no longer completed, or on a licence
 * that is withdrawn with them. A requirement that is unmet for another reason (a changed rule, an expired result)
 * withdraws nothing.
 */
export function planWithdrawals(facts: LicenseFacts, educationIds: readonly number[]): HeldCycle[] {
  const cycles: HeldCycle[] = []
  let remaining = facts
  const findUnfounded = (definition: LicenseDefinition): HeldCycle | null => {
    const cycle = findLatestCycle(remaining, definition.id)
    if (cycle?.basis !== 'earned' || !isHeld(cycle, facts.dayOn)) return null
    const requirement = requirementOf(remaining, definition, cycle)
    const before = withEducations(toReadinessFacts(facts), educationIds, cycle.decidedOn)
    const stands = evaluateRequirement(requirement, toReadinessFacts(remaining)).met
    return !stands && evaluateRequirement(requirement, before).met ? cycle : null
  }
  for (;;) {
    const next = facts.definitions.map(findUnfounded).find((cycle) => cycle !== null)
    if (!next) return cycles
    cycles.push(next)
    remaining = withdrawn(remaining, next)
  }
}
