import type { Attempt } from './attempts.ts'
import { outcomes } from './rules.ts'

export interface QuestionFigure {
  activityId: string
  /** Attempts with an answer. */
  answered: number
  /** Of those, the ones whose first answer was judged, and was right. */
  judged: number
  rightAtFirst: number
  /** The most frequent wrong answer, as the course writes it. */
  wrong: { response: string; count: number } | null
}

interface StepFigure {
  activityId: string
  kind: 'page' | 'question'
  /** Attempts that visited it. */
  reached: number
  /** Of those, the ones that stopped there without completing. */
  stopped: number
}

export interface CourseFigures {
  /** People with at least one attempt. */
  begun: number
  /** People with a completed or passed attempt. */
  completed: number
  attempts: number
  /** Median of the completed attempts. */
  medianSeconds: number | null
  questions: QuestionFigure[]
  steps: StepFigure[]
}

/** Whether an attempt is completed or passed. */
export const isAttemptDone = ({ outcome }: Attempt) => outcome === 'passed' || outcome === 'completed'

/** Returns the attempt with the best outcome; null when there is none. The best is the first by `outcomes`. */
export const bestAttempt = (attempts: readonly Attempt[]): Attempt | null =>
  attempts.toSorted((a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome))[0] ?? null

/** Returns the highest scaled score of the attempts, 0 to 1; null when none has one. */
export function bestScore(attempts: readonly Attempt[]): number | null {
  const scores = attempts.flatMap(({ score }) => score?.scaled ?? [])
  return scores.length > 0 ? Math.max(...scores) : null
}

/** Returns the median, of an even number of values the mean of the two in the middle; null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

const peopleIn = (attempts: readonly Attempt[]) => new Set(attempts.map(({ userId }) => userId)).size

interface Tally {
  answered: number
  judged: number
  rightAtFirst: number
  wrong: Map<string, number>
}

/** Number of different wrong answers that are counted for a question; among more, none is frequent. */
const maxWrongAnswers = 2000

const commonest = (wrong: ReadonlyMap<string, number>): QuestionFigure['wrong'] =>
  [...wrong]
    .map(([response, count]) => ({ response, count }))
    .toSorted((a, b) => b.count - a.count || a.response.localeCompare(b.response, 'sv'))[0] ?? null

/** Sort key of questions: the lowest share of right first answers first, unjudged ones last. */
const failing = ({ judged, rightAtFirst }: QuestionFigure) => (judged === 0 ? 2 : rightAtFirst / judged)

/** Counts answers attempt by attempt, so that attempts need not stay in memory. */
export class QuestionTally {
  readonly #tallies = new Map<string, Tally>()

  add({ answers }: Pick<Attempt, 'answers'>): void {
    for (const { activityId, tries } of answers) {
      const tally = this.#tallies.get(activityId) ?? { answered: 0, judged: 0, rightAtFirst: 0, wrong: new Map() }
      this.#tallies.set(activityId, tally)
      const first = tries[0]?.success ?? null
      tally.answered += 1
      if (first !== null) tally.judged += 1
      if (first === true) tally.rightAtFirst += 1
      for (const { success, response } of tries)
        if (success === false && response && (tally.wrong.has(response) || tally.wrong.size < maxWrongAnswers))
          tally.wrong.set(response, (tally.wrong.get(response) ?? 0) + 1)
    }
  }

  /** The questions, the hardest first. */
  figures(): QuestionFigure[] {
    return [...this.#tallies]
      .map(([activityId, { wrong, ...counted }]) => ({ activityId, ...counted, wrong: commonest(wrong) }))
      .toSorted(
        (a, b) => failing(a) - failing(b) || b.answered - a.answered || a.activityId.localeCompare(b.activityId),
      )
  }
}

function questionsIn(attempts: readonly Attempt[]): QuestionFigure[] {
  const tally = new QuestionTally()
  for (const attempt of attempts) tally.add(attempt)
  return tally.figures()
}

/** Lists the pages and questions by their mean position in the attempts. */
function stepsIn(attempts: readonly Attempt[]): StepFigure[] {
  const questions = new Set(attempts.flatMap(({ answers }) => answers.map(({ activityId }) => activityId)))
  const places = new Map<string, number[]>()
  for (const { steps } of attempts)
    for (const [place, activityId] of steps.entries()) {
      const positions = places.get(activityId)
      if (positions) positions.push(place)
      else places.set(activityId, [place])
    }
  const stopped = Map.groupBy(
    attempts.filter((attempt) => !isAttemptDone(attempt)),
    ({ lastActivityId }) => lastActivityId,
  )
  const mean = (all: readonly number[]) => all.reduce((sum, place) => sum + place, 0) / all.length
  return [...places]
    .toSorted(([a, own], [b, others]) => mean(own) - mean(others) || a.localeCompare(b))
    .map(([activityId, all]) => ({
      activityId,
      kind: questions.has(activityId) ? ('question' as const) : ('page' as const),
      reached: all.length,
      stopped: stopped.get(activityId)?.length ?? 0,
    }))
}

/**
 * Returns the figures of a course from its attempts: people who have begun and who have completed, attempts, the median
 * seconds of the completed ones (null without any), questions and steps.
 */
export function toCourseFigures(attempts: readonly Attempt[]): CourseFigures {
  const done = attempts.filter(isAttemptDone)
  return {
    begun: peopleIn(attempts),
    completed: peopleIn(done),
    attempts: attempts.length,
    medianSeconds: median(done.map(({ seconds }) => seconds)),
    questions: questionsIn(attempts),
    steps: stepsIn(attempts),
  }
}
