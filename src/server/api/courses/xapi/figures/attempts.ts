import { isSameActivity, toScaledScore } from '../completion.ts'
import type { Outcome } from './rules.ts'
import { parseDurationSeconds, toTimeSpent } from './time-spent.ts'

/** The fields of a statement that course figures need. */
export interface StatementRecord {
  userId: number
  registration: string | null
  /** Full IRI of the verb. */
  verb: string
  activityId: string | null
  at: Date
  result: StatementResult | null
}

export interface StatementResult {
  score?: { scaled?: number; raw?: number; min?: number; max?: number }
  success?: boolean
  response?: string
  duration?: string
}

interface Try {
  at: Date
  response: string | null
  /** Null when the course does not judge the answer. */
  success: boolean | null
}

interface QuestionAnswers {
  activityId: string
  tries: Try[]
}

/** One attempt of a person at a course. */
export interface Attempt {
  userId: number
  registration: string | null
  begunAt: Date
  lastAt: Date
  seconds: number
  /** Source of `seconds`: durations in the statements, times between statements, or both. */
  timing: 'reported' | 'measured' | 'both'
  score: { scaled: number | null; raw: number | null; min: number | null; max: number | null } | null
  outcome: Outcome
  /** Activity ids of pages and questions, in the order of the first visit. */
  steps: string[]
  answers: QuestionAnswers[]
  /** The page or question visited last. */
  lastActivityId: string | null
}

/** Launched activities of a person: the course or its opened units, and when the part was completed. */
export interface OpenedCourse {
  activityIds: readonly string[]
  /** Number of units in the course; 0 when it is launched as a whole. */
  units: number
  completedAt: Date | null
}

const name = (verb: string) => verb.slice(verb.lastIndexOf('/') + 1)

/** Verbs about a sitting or the whole course, not about a place in it. */
const placeless = ['terminated', 'suspended', 'resumed', 'satisfied', 'abandoned', 'waived', 'scored', 'voided']

const isQuestion = ({ verb, result }: StatementRecord) => name(verb) === 'answered' || result?.response !== undefined

/** Milliseconds after the last statement within which a completion of the part belongs to the attempt. */
const closeBy = 60_000

function outcomeOf(
  statements: readonly StatementRecord[],
  own: readonly StatementRecord[],
  { units, completedAt }: OpenedCourse,
): Outcome {
  const withVerb = (...verbs: string[]) => own.filter(({ verb }) => verbs.includes(name(verb)))
  const passed = withVerb('passed').filter(({ result }) => result?.success !== false)
  const done = withVerb('completed').filter(({ result }) => result?.success !== false)
  const failed = [
    ...withVerb('failed'),
    ...withVerb('passed', 'completed').filter(({ result }) => result?.success === false),
  ]
  const [first, last] = [statements[0], statements.at(-1)]
  const isTied =
    completedAt !== null && first && last && completedAt >= first.at && completedAt.getTime() <= +last.at + closeBy
  const isWhole = units < 2 || isTied || statements.some(({ verb }) => name(verb) === 'satisfied')
  if (isWhole && (passed.length > 0 || done.some(({ result }) => result?.success === true))) return 'passed'
  if (isWhole && (done.length > 0 || isTied || units > 1)) return 'completed'
  const isMade = (one: StatementRecord) => passed.some(({ activityId }) => activityId === one.activityId)
  return failed.some((one) => !isMade(one)) ? 'failed' : 'open'
}

/** Returns the best score of the course itself, without its questions. */
function bestScore(own: readonly StatementRecord[]): Attempt['score'] {
  const scores = own.flatMap((one) => {
    const score = one.result?.score
    if (!score || isQuestion(one)) return []
    const { raw = null, min = null, max = null } = score
    return [{ scaled: toScaledScore({ result: { score } } as Parameters<typeof toScaledScore>[0]), raw, min, max }]
  })
  return scores.toSorted((a, b) => (b.scaled ?? b.raw ?? 0) - (a.scaled ?? a.raw ?? 0))[0] ?? null
}

function answersIn(statements: readonly StatementRecord[]): QuestionAnswers[] {
  const answers = new Map<string, QuestionAnswers>()
  for (const one of statements) {
    if (!isQuestion(one) || one.activityId === null) continue
    const answer = answers.get(one.activityId) ?? { activityId: one.activityId, tries: [] }
    answers.set(one.activityId, answer)
    const { response = null, success = null } = one.result ?? {}
    answer.tries.push({ at: one.at, response, success })
  }
  return [...answers.values()]
}

function attemptOf(statements: readonly StatementRecord[], opened: OpenedCourse): Attempt | null {
  const [first, last] = [statements[0], statements.at(-1)]
  if (!first || !last) return null
  const isOwn = ({ activityId }: StatementRecord) =>
    activityId !== null && opened.activityIds.some((own) => isSameActivity(own, activityId))
  const own = statements.filter(isOwn)
  const places = statements.flatMap((one) =>
    one.activityId === null || isOwn(one) || placeless.includes(name(one.verb)) ? [] : one.activityId,
  )
  const sitting = statements.map((one) => ({
    at: one.at,
    begins: ['initialized', 'launched', 'attempted'].includes(name(one.verb)),
    // The duration of a question is part of the duration of its sitting.
    seconds: isQuestion(one) ? null : parseDurationSeconds(one.result?.duration),
    isEnd: ['terminated', 'suspended', 'completed', 'passed', 'failed'].includes(name(one.verb)),
  }))
  return {
    userId: first.userId,
    registration: first.registration,
    begunAt: first.at,
    lastAt: last.at,
    ...toTimeSpent(sitting),
    score: bestScore(own),
    outcome: outcomeOf(statements, own, opened),
    steps: [...new Set(places)],
    answers: answersIn(statements),
    lastActivityId: places.at(-1) ?? null,
  }
}

/**
 * Groups statements, in any order, into attempts: one for each person and registration, the latest first. `openedBy`
 * has the course of each person by user id; without one an attempt has no score and stays open.
 */
export function toAttempts(
  statements: readonly StatementRecord[],
  openedBy: ReadonlyMap<number, OpenedCourse>,
): Attempt[] {
  const ordered = statements.toSorted((a, b) => +a.at - +b.at)
  const apart = Map.groupBy(ordered, ({ userId, registration }) => `${userId} ${registration}`)
  return [...apart.values()]
    .flatMap(
      (own) =>
        attemptOf(own, openedBy.get(own[0]?.userId ?? 0) ?? { activityIds: [], units: 0, completedAt: null }) ?? [],
    )
    .toSorted((a, b) => +b.lastAt - +a.lastAt)
}
