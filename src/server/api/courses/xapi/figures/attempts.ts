import { isSameActivity, scoreOf } from '../completion.ts'
import type { Outcome } from './rules.ts'
import { secondsIn, timeSpent } from './time-spent.ts'

/** What is read of a statement. */
export interface Told {
  userId: number
  registration: string | null
  /** The whole address. */
  verb: string
  activityId: string | null
  at: Date
  result: ToldResult | null
}

export interface ToldResult {
  score?: { scaled?: number; raw?: number; min?: number; max?: number }
  success?: boolean
  response?: string
  duration?: string
}

interface Tried {
  at: Date
  response: string | null
  /** Null: the course judges no answer to it. */
  success: boolean | null
}

interface Answered {
  activityId: string
  tries: Tried[]
}

export interface Attempt {
  userId: number
  registration: string | null
  begunAt: Date
  lastAt: Date
  seconds: number
  /** By the durations that the course told, by when its statements came, or some of each. */
  timing: 'told' | 'seen' | 'both'
  score: { scaled: number | null; raw: number | null; min: number | null; max: number | null } | null
  outcome: Outcome
  /** Pages and questions in the order in which they were first come to. */
  steps: string[]
  answers: Answered[]
  /** The page or question that was come to last. */
  lastActivityId: string | null
}

/** What somebody was let into: the course, or those of its units that were opened, and when the portal took it for done. */
export interface Opened {
  activityIds: readonly string[]
  /** How many units the course has; none of a course that is opened whole. */
  units: number
  completedAt: Date | null
}

const name = (verb: string) => verb.slice(verb.lastIndexOf('/') + 1)

/** They tell of the sitting or the whole, and of no place in it. */
const placeless = ['terminated', 'suspended', 'resumed', 'satisfied', 'abandoned', 'waived', 'scored', 'voided']

const isQuestion = ({ verb, result }: Told) => name(verb) === 'answered' || result?.response !== undefined

/** The portal takes a part for done while the attempt goes on, by the clock of the course. */
const closeBy = 60_000

function outcomeOf(told: readonly Told[], own: readonly Told[], { units, completedAt }: Opened): Outcome {
  const said = (...verbs: string[]) => own.filter(({ verb }) => verbs.includes(name(verb)))
  const passed = said('passed').filter(({ result }) => result?.success !== false)
  const done = said('completed').filter(({ result }) => result?.success !== false)
  const failed = [...said('failed'), ...said('passed', 'completed').filter(({ result }) => result?.success === false)]
  const [first, last] = [told[0], told.at(-1)]
  const isTied =
    completedAt !== null && first && last && completedAt >= first.at && completedAt.getTime() <= +last.at + closeBy
  const isWhole = units < 2 || isTied || told.some(({ verb }) => name(verb) === 'satisfied')
  if (isWhole && (passed.length > 0 || done.some(({ result }) => result?.success === true))) return 'passed'
  if (isWhole && (done.length > 0 || isTied || units > 1)) return 'completed'
  const isMade = (one: Told) => passed.some(({ activityId }) => activityId === one.activityId)
  return failed.some((one) => !isMade(one)) ? 'failed' : 'open'
}

/** The best that was told of the course itself, and not of a question. */
function bestScore(own: readonly Told[]): Attempt['score'] {
  const scores = own.flatMap((one) => {
    const score = one.result?.score
    if (!score || isQuestion(one)) return []
    const { raw = null, min = null, max = null } = score
    return [{ scaled: scoreOf({ result: { score } } as Parameters<typeof scoreOf>[0]), raw, min, max }]
  })
  return scores.toSorted((a, b) => (b.scaled ?? b.raw ?? 0) - (a.scaled ?? a.raw ?? 0))[0] ?? null
}

function answersIn(told: readonly Told[]): Answered[] {
  const answers = new Map<string, Answered>()
  for (const one of told) {
    if (!isQuestion(one) || one.activityId === null) continue
    const answer = answers.get(one.activityId) ?? { activityId: one.activityId, tries: [] }
    answers.set(one.activityId, answer)
    const { response = null, success = null } = one.result ?? {}
    answer.tries.push({ at: one.at, response, success })
  }
  return [...answers.values()]
}

function attemptOf(told: readonly Told[], opened: Opened): Attempt | null {
  const [first, last] = [told[0], told.at(-1)]
  if (!first || !last) return null
  const isOwn = ({ activityId }: Told) =>
    activityId !== null && opened.activityIds.some((own) => isSameActivity(own, activityId))
  const own = told.filter(isOwn)
  const places = told.flatMap((one) =>
    one.activityId === null || isOwn(one) || placeless.includes(name(one.verb)) ? [] : one.activityId,
  )
  const sitting = told.map((one) => ({
    at: one.at,
    begins: ['initialized', 'launched', 'attempted'].includes(name(one.verb)),
    // How long a question took is part of how long the sitting was.
    seconds: isQuestion(one) ? null : secondsIn(one.result?.duration),
    isEnd: ['terminated', 'suspended', 'completed', 'passed', 'failed'].includes(name(one.verb)),
  }))
  return {
    userId: first.userId,
    registration: first.registration,
    begunAt: first.at,
    lastAt: last.at,
    ...timeSpent(sitting),
    score: bestScore(own),
    outcome: outcomeOf(told, own, opened),
    steps: [...new Set(places)],
    answers: answersIn(told),
    lastActivityId: places.at(-1) ?? null,
  }
}

/**
 * What people did in a course, one attempt for each registration, the latest first. Statements come in any order: the course's
 * own clock says which was before which.
 */
export function attemptsOf(told: readonly Told[], openedBy: ReadonlyMap<number, Opened>): Attempt[] {
  const ordered = told.toSorted((a, b) => +a.at - +b.at)
  const apart = Map.groupBy(ordered, ({ userId, registration }) => `${userId} ${registration}`)
  return [...apart.values()]
    .flatMap(
      (own) =>
        attemptOf(own, openedBy.get(own[0]?.userId ?? 0) ?? { activityIds: [], units: 0, completedAt: null }) ?? [],
    )
    .toSorted((a, b) => +b.lastAt - +a.lastAt)
}
