import { type Facts, readinessFor } from '#api/participation/readiness/rules.ts'
import { isValidStage, stageOn } from '../cycles/rules.ts'
import { type Definition, firstRequirement } from '../rules.ts'
import { factsFor, type HeldCycle, type Known, latestCycle } from './rules.ts'

const isHeld = (cycle: HeldCycle, dayOn: string) => {
  const stage = stageOn(cycle, dayOn)
  return isValidStage(stage) || stage === 'coming'
}

/** What was asked of the holder when the cycle was given: after the one before it, if there was one. */
function askedFor(known: Known, definition: Definition, cycle: HeldCycle) {
  const own = known.cycles.get(cycle.licenseId) ?? []
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

function withdrawn(known: Known, { id, licenseId }: HeldCycle): Known {
  const all = (known.cycles.get(licenseId) ?? []).map((one) =>
    one.id === id ? { ...one, revokedOn: known.dayOn, isWithdrawn: true } : one,
  )
  return { ...known, cycles: new Map(known.cycles).set(licenseId, all) }
}

/**
 * The licences that were issued by themselves and hold only by educations that are not completed any more, and those that
 * hold by such a licence. Whatever is lacking for another reason (a rule that has changed, something that has run out)
 * takes nothing away: what was issued under it stays.
 */
export function toWithdraw(known: Known, educationIds: readonly number[]): HeldCycle[] {
  const found: HeldCycle[] = []
  let left = known
  const fallen = (definition: Definition): HeldCycle | null => {
    const cycle = latestCycle(left, definition.id)
    if (cycle?.basis !== 'earned' || !isHeld(cycle, known.dayOn)) return null
    const asked = askedFor(left, definition, cycle)
    const before = withEducations(factsFor(known), educationIds, cycle.decidedOn)
    const stands = readinessFor(asked, factsFor(left)).met
    return !stands && readinessFor(asked, before).met ? cycle : null
  }
  for (;;) {
    const next = known.definitions.map(fallen).find((cycle) => cycle !== null)
    if (!next) return found
    found.push(next)
    left = withdrawn(left, next)
  }
}
