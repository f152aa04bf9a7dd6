import type { CompletionRule } from '#api/catalogue/education-parts/contract.ts'
import type { MoveOn } from '#api/catalogue/packages/course-structure.ts'
import { activityIdOf, type Statement } from './statement.ts'

const adl = (name: string) => `http://adlnet.gov/expapi/verbs/${name}`
const passed = adl('passed')
const completed = adl('completed')

/** The verbs that something may be completed by, or its score told. */
export const tellingVerbs: readonly string[] = [passed, completed, adl('scored')]

/** Ids are compared as they are; only one trailing slash more or less is the same course. */
export const isSameActivity = (a: string, b: string) => a === b || `${a}/` === b || a === `${b}/`

/** What a part asks of its course. */
export interface PartRule {
  completionRule: CompletionRule
  /** In per cent. */
  minimumScore: number | null
}

/** Material for educators asks no more than its course does. */
export const asTheCourseSays: PartRule = { completionRule: 'course', minimumScore: null }

/** A unit as far as it matters to what completes it. */
export interface JudgedUnit {
  activityId: string
  moveOn: MoveOn | null
  masteryScore: number | null
}

/** What has to be told of one activity. */
export interface Demand {
  activityId: string
  moveOn: MoveOn
  /** 0 to 1; null when any will do. */
  score: number | null
}

const moveOnBy: Record<Exclude<CompletionRule, 'course'>, MoveOn> = {
  completed: 'Completed',
  passed: 'Passed',
  either: 'CompletedOrPassed',
  both: 'CompletedAndPassed',
}

/**
 * What has to be told of each unit. A unit that its course leaves open stays open, unless all of them are: then nothing would
 * ever be asked of anybody. A minimum is asked of the units that have one of their own, or of all when none has.
 */
export function demandsOf(units: readonly JudgedUnit[], { completionRule, minimumScore }: PartRule): Demand[] {
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

/** What statements have told of one activity. */
export interface Evidence {
  completed: boolean
  /** Completed, and not said to be failed with it. */
  isSound: boolean
  passed: boolean
  /** The best, 0 to 1; what was failed has none. */
  score: number | null
}

const nothing: Evidence = { completed: false, isSound: false, passed: false, score: null }

type Told = Pick<Statement, 'verb' | 'result'>

/** What one statement tells; null when it tells nothing that could complete anything. */
export function evidenceIn({ verb, result }: Told): Evidence | null {
  if (!tellingVerbs.includes(verb.id)) return null
  const isFailed = result?.success === false
  const isPassed = verb.id === passed ? !isFailed : verb.id === completed && result?.success === true
  const isCompleted = verb.id === completed || (isPassed && result?.completion === true)
  const score = isFailed ? null : scoreOf({ result })
  if (!isPassed && !isCompleted && score === null) return null
  return { completed: isCompleted, isSound: isCompleted && !isFailed, passed: isPassed, score }
}

/** Whatever their order, and however often they come. */
export function together(told: readonly Evidence[]): Evidence {
  const scores = told.flatMap(({ score }) => score ?? [])
  return told.reduce(
    (all, one) => ({
      completed: all.completed || one.completed,
      isSound: all.isSound || one.isSound,
      passed: all.passed || one.passed,
      score: scores.length > 0 ? Math.max(...scores) : null,
    }),
    nothing,
  )
}

const isMoveOnMet = (moveOn: MoveOn, told: Evidence): boolean => {
  if (moveOn === 'NotApplicable') return true
  if (moveOn === 'Completed') return told.completed
  if (moveOn === 'Passed') return told.passed
  return moveOn === 'CompletedAndPassed' ? told.completed && told.passed : told.isSound || told.passed
}

export const isMet = (demand: Demand, told: Evidence): boolean =>
  isMoveOnMet(demand.moveOn, told) && (demand.score === null || (told.score !== null && told.score >= demand.score))

/** The demand that a statement may help to meet. */
export function demandFor<D extends Demand>(statement: Pick<Statement, 'object'>, demands: readonly D[]): D | null {
  const activityId = activityIdOf(statement)
  if (activityId === null) return null
  return demands.find((demand) => isSameActivity(demand.activityId, activityId)) ?? null
}

/** The scaled score, 0 to 1, or null when the course told none. */
export function scoreOf({ result }: { result?: Statement['result'] | undefined }): number | null {
  const score = result?.score
  if (score?.scaled !== undefined) return Math.max(0, score.scaled)
  if (score?.raw === undefined || score.max === undefined || score.max <= (score.min ?? 0)) return null
  const span = score.max - (score.min ?? 0)
  return Math.min(1, Math.max(0, (score.raw - (score.min ?? 0)) / span))
}
