import { type Facts, readinessFor } from '#api/participation/readiness/rules.ts'
import { isValidStage, stageOn } from '../cycles/rules.ts'
import { type Definition, firstRequirement } from '../rules.ts'
import { factsFor, type HeldCycle, type Known, latestCycle } from './rules.ts'

const isHeld = (cycle: HeldCycle, dayOn: string) => {
  const stage = stageOn(cycle, dayOn)
  return isValidStage(stage) || stage === 'coming'
}

/** Returns the requirement by which a cycle was earned: after the previous cycle, if there is one. */
function requirementOf(facts: Known, definition: Definition, cycle: HeldCycle) {
  const own = facts.cycles.get(cycle.licenseId) ?? []
  const before = own.findLast(({ cycleNumber, isWithdrawn }) => !isWithdrawn && cycleNumber < cycle.cycleNumber)
  return firstRequirement(definition, before?.decidedOn ?? null)
}

function withEducations(facts: Facts, educationIds: readonly number[], on: string): Facts {
  const educations = new Map(facts.educations)
  for (const id of educationIds) {
    const education = educations.get(id)
    if (education) educations.set(id, { ...education, done: [{ on, until: null }, ...education.done] })
  }
  return { ...facts, educations }
}

function withdrawn(facts: Known, { id, licenseId }: HeldCycle): Known {
  const all = (facts.cycles.get(licenseId) ?? []).map((one) =>
    one.id === id ? { ...one, revokedOn: facts.dayOn, isWithdrawn: true } : one,
  )
  return { ...facts, cycles: new Map(facts.cycles).set(licenseId, all) }
}

/**
 * Returns the cycles to withdraw: earned ones that depend on educations that are no longer completed, or on such a
 * licence. A requirement that is unmet for another reason (a changed rule, an expired result) withdraws nothing.
 */
export function toWithdraw(facts: Known, educationIds: readonly number[]): HeldCycle[] {
  const cycles: HeldCycle[] = []
  let remaining = facts
  const findUnfounded = (definition: Definition): HeldCycle | null => {
    const cycle = latestCycle(remaining, definition.id)
    if (cycle?.basis !== 'earned' || !isHeld(cycle, facts.dayOn)) return null
    const requirement = requirementOf(remaining, definition, cycle)
    const before = withEducations(factsFor(facts), educationIds, cycle.decidedOn)
    const stands = readinessFor(requirement, factsFor(remaining)).met
    return !stands && readinessFor(requirement, before).met ? cycle : null
  }
  for (;;) {
    const next = facts.definitions.map(findUnfounded).find((cycle) => cycle !== null)
    if (!next) return cycles
    cycles.push(next)
    remaining = withdrawn(remaining, next)
  }
}
