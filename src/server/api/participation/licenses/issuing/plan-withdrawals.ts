import { evaluateRequirement, type ReadinessFacts } from '#api/participation/readiness/rules.ts'
import { calculateStage, isValidStage } from '../cycles/rules.ts'
import { type LicenseDefinition, toFirstRequirement } from '../rules.ts'
import { type HeldCycle, type LicenseFacts, toReadinessFacts } from './rules.ts'

const isHeld = (cycle: HeldCycle, dayOn: string) => {
  const stage = calculateStage(cycle, dayOn)
  return isValidStage(stage) || stage === 'coming'
}

/** Returns the cycles of a licence that count, in order: withdrawn ones count as never issued. */
const listCounted = (facts: LicenseFacts, licenseId: number): readonly HeldCycle[] =>
  (facts.cycles.get(licenseId) ?? []).filter(({ isWithdrawn }) => !isWithdrawn)

/** An earned cycle, the cycle before it, and the renewals that build on it up to the next decision of the office. */
interface EarnedChain {
  earned: HeldCycle
  before: HeldCycle | undefined
  cycles: readonly HeldCycle[]
}

/** Splits the cycles of a licence into the chains of its earned ones. */
function listChains(counted: readonly HeldCycle[]): EarnedChain[] {
  return counted.flatMap((earned, at) => {
    if (earned.basis !== 'earned') return []
    const end = counted.findIndex(({ basis }, next) => next > at && basis !== 'renewed')
    return [{ earned, before: counted[at - 1], cycles: counted.slice(at, end < 0 ? undefined : end) }]
  })
}

/**
 * Returns the facts by which the requirement of a cycle is judged that was decided on the day `on`. Expiries since then
 * do not count, and licences that are withdrawn were never held. Later results do count, so that they can take the
 * place of one that is no longer completed.
 */
const toFactsOf = (facts: LicenseFacts, on: string): ReadinessFacts =>
  toReadinessFacts({
    ...facts,
    dayOn: on,
    cycles: new Map([...facts.cycles.keys()].map((id) => [id, listCounted(facts, id)])),
  })

function withEducations(facts: ReadinessFacts, educationIds: readonly number[], on: string): ReadinessFacts {
  const educations = new Map(facts.educations)
  for (const id of educationIds) {
    const education = educations.get(id)
    if (education) educations.set(id, { ...education, done: [{ on, until: null }, ...education.done] })
  }
  return { ...facts, educations }
}

function withdrawn(facts: LicenseFacts, licenseId: number, cycles: readonly HeldCycle[]): LicenseFacts {
  const ids = new Set(cycles.map(({ id }) => id))
  const all = (facts.cycles.get(licenseId) ?? []).map((one) =>
    ids.has(one.id) ? { ...one, revokedOn: facts.dayOn, isWithdrawn: true } : one,
  )
  return { ...facts, cycles: new Map(facts.cycles).set(licenseId, all) }
}

/**
 * Returns the cycles (periods of validity of licences) to withdraw when `educationIds` are no longer completed, in the
 * order in which they fall. Earned cycles fall that depend on these educations, or on a licence that falls with them,
 * and with each the renewals that build on it. Cycles that the office decided stay, as do renewals of these.
 *
 * A requirement is judged on the day of its decision. One that is unmet for another reason (a changed rule, an expired
 * result) withdraws nothing, and neither does one that a later result meets. Licences that are not held, and cycles
 * that are revoked already, are left out.
 */
export function planWithdrawals(facts: LicenseFacts, educationIds: readonly number[]): HeldCycle[] {
  const cycles: HeldCycle[] = []
  let remaining = facts
  const isUnfounded = (definition: LicenseDefinition, { earned, before }: EarnedChain): boolean => {
    const requirement = toFirstRequirement(definition, before?.decidedOn ?? null)
    const completed = withEducations(toFactsOf(facts, earned.decidedOn), educationIds, earned.decidedOn)
    const stands = evaluateRequirement(requirement, toFactsOf(remaining, earned.decidedOn)).met
    return !stands && evaluateRequirement(requirement, completed).met
  }
  const findUnfounded = (definition: LicenseDefinition): EarnedChain | undefined =>
    listChains(listCounted(remaining, definition.id)).find((chain) => isUnfounded(definition, chain))
  for (;;) {
    const next = facts.definitions.map(findUnfounded).find((chain) => chain !== undefined)
    if (!next) return cycles
    if (next.cycles.some((cycle) => isHeld(cycle, facts.dayOn)))
      cycles.push(...next.cycles.filter(({ revokedOn }) => revokedOn === null))
    remaining = withdrawn(remaining, next.earned.licenseId, next.cycles)
  }
}
