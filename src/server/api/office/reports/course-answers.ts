import type { Ctx } from '#api/context.ts'
import type { Attempt } from '#api/courses/xapi/figures/attempts.ts'
import { QuestionTally } from '#api/courses/xapi/figures/course-figures.ts'
import { everyLearner, type LearnerTold } from '#api/courses/xapi/figures/every-learner.ts'
import { learnerFrom } from '#api/courses/xapi/figures/read-learners.ts'
import { type Speaker, speaker } from '#api/courses/xapi/figures/speaker.ts'
import type { Json } from '#api/courses/xapi/statement-rules/check.ts'
import { dayTeller } from '#api/office/participations/rules.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { Cell, Column, Portions, Spreadsheet } from './spreadsheet.ts'

type Head = readonly (readonly [name: string, width: number, kind?: Column['kind']])[]

const learnerColumns: Head = [
  ...([
    ['name', 26],
    ['email', 30],
    ['attempts', 10, 'number'],
    ['begunOn', 12, 'day'],
    ['lastSeenOn', 12, 'day'],
  ] as const),
  ...([
    ['minutes', 14, 'number'],
    ['scorePercent', 12, 'number'],
    ['outcome', 20],
    ['stoppedAt', 36],
  ] as const),
  ['completedDate', 16, 'day'],
]

const answerColumns: Head = [
  ...([
    ['name', 26],
    ['email', 30],
    ['attempt', 10, 'number'],
    ['answeredOn', 12, 'day'],
    ['question', 44],
  ] as const),
  ...([
    ['try', 10, 'number'],
    ['answer', 44],
    ['verdict', 14],
    ['rightAnswer', 44],
  ] as const),
]

const questionColumns: Head = [
  ...([
    ['question', 44],
    ['answeredCount', 16, 'number'],
    ['judgedCount', 14, 'number'],
  ] as const),
  ...([
    ['rightAtFirstCount', 18, 'number'],
    ['rightAtFirstPercent', 18, 'number'],
    ['rightAnswer', 44],
  ] as const),
  ...([
    ['wrongAnswer', 44],
    ['wrongCount', 16, 'number'],
    ['activity', 60],
  ] as const),
]

const percent = (share: number | null) => (share === null ? null : Math.round(share * 100))

/** Words of the screen and of the file. */
interface Words {
  t: Translate
  figures: Translate
  dayOf: ReturnType<typeof dayTeller>
}

function learnerCells({ person, attempts }: LearnerTold, say: Speaker, { figures, dayOf }: Words): Cell[] {
  const { outcome, partCompleted, ...told } = learnerFrom(person, attempts, say)
  const word = outcome === null && partCompleted ? 'elsewhere' : (outcome ?? 'none')
  const begunAt = attempts.map((one) => one.begunAt).toSorted((a, b) => +a - +b)[0]
  return [
    ...[person.name, person.email, told.attempts, dayOf(begunAt ?? null), dayOf(told.lastAt)],
    ...[attempts.length === 0 ? null : Math.round(told.seconds / 6) / 10, percent(told.score)],
    ...[figures(`outcome.${word}`), told.stoppedAt, dayOf(person.completedAt)],
  ]
}

const verdictOf = (success: boolean | null) => (success === null ? 'notJudged' : success ? 'right' : 'wrong')

function answerCells({ person, attempts }: LearnerTold, say: Speaker, { figures, dayOf }: Words): Cell[][] {
  const rowsOf = ({ answers }: Attempt, number: number): Cell[][] =>
    answers.flatMap(({ activityId, tries }) =>
      tries.map(({ at, response, success }, place) => [
        ...[person.name, person.email, number, dayOf(at), say.name(activityId), place + 1],
        ...[response === null ? figures('noAnswer') : say.answer(activityId, response), figures(verdictOf(success))],
        say.right(activityId),
      ]),
    )
  return attempts.toReversed().flatMap((attempt, place) => rowsOf(attempt, place + 1))
}

async function* learnerRows(ctx: Ctx, educationPartId: number, words: Words): Portions {
  for await (const { learners, definitions } of everyLearner(ctx, educationPartId)) {
    const say = speaker(ctx, definitions)
    yield learners.map((learner) => learnerCells(learner, say, words))
  }
}

/** What is counted while the answers are written, for the sheet behind them. */
interface Counted {
  tally: QuestionTally
  definitions: Map<string, Json>
}

async function* answerRows(ctx: Ctx, educationPartId: number, words: Words, counted: Counted): Portions {
  for await (const { learners, definitions } of everyLearner(ctx, educationPartId)) {
    for (const [activityId, definition] of definitions) counted.definitions.set(activityId, definition)
    for (const { attempts } of learners) for (const attempt of attempts) counted.tally.add(attempt)
    const say = speaker(ctx, definitions)
    yield learners.flatMap((learner) => answerCells(learner, say, words))
  }
}

async function* questionRows(ctx: Ctx, { tally, definitions }: Counted): Portions {
  const say = speaker(ctx, definitions)
  yield tally
    .figures()
    .map(({ activityId, answered, judged, rightAtFirst, wrong }) => [
      ...[say.name(activityId), answered, judged, judged === 0 ? null : rightAtFirst],
      ...[judged === 0 ? null : percent(rightAtFirst / judged), say.right(activityId)],
      ...[wrong && say.answer(activityId, wrong.response), wrong?.count, activityId],
    ])
}

/** A sheet of learners, one of their answers and one of the questions, each read while it is written. */
export function courseAnswerSheets(ctx: Ctx, educationPartId: number): Spreadsheet[] {
  const t = translator(ctx.language, 'reports')
  const words = { t, figures: translator(ctx.language, 'course-figures'), dayOf: dayTeller() }
  const counted = { tally: new QuestionTally(), definitions: new Map<string, Json>() }
  const sheet = (name: string, columns: Head, rows: Portions): Spreadsheet => ({
    sheet: t(`sheet.${name}`),
    columns: columns.map(([column, width, kind = 'text']) => ({ title: t(`column.${column}`), width, kind })),
    rows,
  })
  return [
    sheet('learners', learnerColumns, learnerRows(ctx, educationPartId, words)),
    sheet('answers', answerColumns, answerRows(ctx, educationPartId, words, counted)),
    sheet('questions', questionColumns, questionRows(ctx, counted)),
  ]
}
