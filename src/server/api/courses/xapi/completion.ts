import type { CompletionRule } from '#api/catalogue/education-parts/contract.ts'
import type { MoveOn } from '#api/catalogue/packages/course-structure.ts'
import { activityIdOf, type Statement } from './statement.ts'

const adl = (name: string) => `http://adlnet.gov/expapi/verbs/${name}`
const passed = adl('passed')
const completed = adl('completed')

/** The verbs of statements that may complete something or carry its score. */
export const completionVerbs: readonly string[] = [passed, completed, adl('scored')]

/** True when two activity ids are equal, except that one of them may lack a trailing slash. */
export const isSameActivity = (a: string, b: string) => a === b || `${a}/` === b || a === `${b}/`

/** Completion rule of a part. */
export interface PartRule {
  completionRule: CompletionRule
  /** In per cent. */
  minimumScore: number | null
}

/** Rule of educator material: the course alone decides. */
export const courseDecides: PartRule = { completionRule: 'course', minimumScore: null }

/** Fields of a unit that decide when it is completed. */
export interface JudgedUnit {
  activityId: string
  moveOn: MoveOn | null
  masteryScore: number | null
}

/** Condition on the statements about one activity. */
export interface Demand {
  activityId: string
  moveOn: MoveOn
  /** Lowest scaled score, 0 to 1; null when any score is enough. */
  score: number | null
}

const moveOnBy: Record<Exclude<CompletionRule, 'course'>, MoveOn> = {
  completed: 'Completed',
  passed: 'Passed',
  either: 'CompletedOrPassed',
  both: 'CompletedAndPassed',
}

/**
 * Returns the demand on each unit of a course: the statements that complete it, in the order of `units`.
 *
 * The part's rule decides, or with the rule `course` the unit itself, which is completed or passed if it names nothing.
 * A unit that its course leaves open demands nothing, unless every unit is open; then the part's rule, or completed or
 * passed. A minimum score, in per cent, applies to the units with a mastery score, or to all units when none has one.
 */
export function toDemands(units: readonly JudgedUnit[], { completionRule, minimumScore }: PartRule): Demand[] {
  const isOpen = ({ moveOn }: JudgedUnit) => moveOn === 'NotApplicable'
  const allOpen = units.every(isOpen)
  const anyScored = units.some((unit) => !isOpen(unit) && unit.masteryScore !== null)
  const demand = (unit: JudgedUnit): MoveOn => {
    if (isOpen(unit) && !allOpen) return 'NotApplicable'
    if (completionRule !== 'course') return moveOnBy[completionRule]
    return allOpen ? 'CompletedOrPassed' : (unit.moveOn ?? 'CompletedOrPassed')
  }
  return units.map((unit) => {
    const moveOn = demand(unit)
    const isScored = moveOn !== 'NotApplicable' && (unit.masteryScore !== null || !anyScored)
    const score = isScored && minimumScore !== null ? minimumScore / 100 : null
    return { activityId: unit.activityId, moveOn, score }
  })
}

/** Evidence from the statements about one activity. */
export interface Evidence {
  completed: boolean
  /** Completed, and not reported as failed in the same statement. */
  isSound: boolean
  passed: boolean
  /** Highest scaled score, 0 to 1; a failed result has no score. */
  score: number | null
}

const nothing: Evidence = { completed: false, isSound: false, passed: false, score: null }

type EvidenceSource = Pick<Statement, 'verb' | 'result'>

/**
 * Returns the evidence in one statement: completed, passed and the score. Null when it could not complete anything: its
 * verb is neither `passed`, `completed` nor `scored`, or it has nothing but a failure.
 */
export function toEvidence({ verb, result }: EvidenceSource): Evidence | null {
  if (!completionVerbs.includes(verb.id)) return null
  const isFailed = result?.success === false
  const isPassed = verb.id === passed ? !isFailed : verb.id === completed && result?.success === true
  const isCompleted = verb.id === completed || (isPassed && result?.completion === true)
  const score = isFailed ? null : toScaledScore({ result })
  if (!isPassed && !isCompleted && score === null) return null
  return { completed: isCompleted, isSound: isCompleted && !isFailed, passed: isPassed, score }
}

/**
 * Merges evidence: anything that one of them shows, and the highest score, or null without any. Order and repetition do
 * not matter.
 */
export function mergeEvidence(list: readonly Evidence[]): Evidence {
  const scores = list.flatMap(({ score }) => score ?? [])
  return list.reduce(
    (all, one) => ({
      completed: all.completed || one.completed,
      isSound: all.isSound || one.isSound,
      passed: all.passed || one.passed,
      score: scores.length > 0 ? Math.max(...scores) : null,
    }),
    nothing,
  )
}

const isMoveOnMet = (moveOn: MoveOn, evidence: Evidence): boolean => {
  if (moveOn === 'NotApplicable') return true
  if (moveOn === 'Completed') return evidence.completed
  if (moveOn === 'Passed') return evidence.passed
  return moveOn === 'CompletedAndPassed' ? evidence.completed && evidence.passed : evidence.isSound || evidence.passed
}

/**
 * Whether the evidence meets the demand's criterion; `NotApplicable` is always met. A demand with a minimum score also
 * needs evidence with at least that score.
 */
export const isDemandMet = (demand: Demand, evidence: Evidence): boolean =>
  isMoveOnMet(demand.moveOn, evidence) &&
  (demand.score === null || (evidence.score !== null && evidence.score >= demand.score))

/** Finds the demand that a statement may help to meet, by the activity that it is about; null when none does. */
export function findDemand<D extends Demand>(statement: Pick<Statement, 'object'>, demands: readonly D[]): D | null {
  const activityId = activityIdOf(statement)
  if (activityId === null) return null
  return demands.find((demand) => isSameActivity(demand.activityId, activityId)) ?? null
}

/**
 * Returns the scaled score, 0 to 1, else the raw one scaled between `min`, or 0 without one, and `max`. Null when the
 * result has neither, or a raw one without a `max` above `min`. A score below 0 is 0.
 */
export function toScaledScore({ result }: { result?: Statement['result'] | undefined }): number | null {
  const score = result?.score
  if (score?.scaled !== undefined) return Math.max(0, score.scaled)
  if (score?.raw === undefined || score.max === undefined || score.max <= (score.min ?? 0)) return null
  const span = score.max - (score.min ?? 0)
  return Math.min(1, Math.max(0, (score.raw - (score.min ?? 0)) / span))
}
