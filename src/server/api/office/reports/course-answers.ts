import type { Ctx } from '#api/context.ts'
import { type ActivityFormatter, activityFormatter } from '#api/courses/xapi/figures/activity-formatter.ts'
import type { Attempt } from '#api/courses/xapi/figures/attempts.ts'
import { QuestionTally } from '#api/courses/xapi/figures/course-figures.ts'
import { iterateLearners, type LearnerAttempts } from '#api/courses/xapi/figures/iterate-learners.ts'
import { toCourseLearner } from '#api/courses/xapi/figures/read-learners.ts'
import type { Json } from '#api/courses/xapi/statement-rules/check.ts'
import { createDayConverter } from '#api/office/participations/rules.ts'
import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { Cell, Column, RowPortions, Spreadsheet } from './spreadsheet.ts'

type ColumnDefinitions = readonly (readonly [name: string, width: number, kind?: Column['kind']])[]

const learnerColumns: ColumnDefinitions = [
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

const answerColumns: ColumnDefinitions = [
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

const questionColumns: ColumnDefinitions = [
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

/** Texts of the file and of the course figures, and the conversion of times to days. */
interface Texts {
  t: Translate
  figures: Translate
  toDay: ReturnType<typeof createDayConverter>
}

function learnerCells(
  { person, attempts }: LearnerAttempts,
  say: ActivityFormatter,
  { figures, toDay }: Texts,
): Cell[] {
  const { outcome, partCompleted, ...summary } = toCourseLearner(person, attempts, say)
  const outcomeKey = outcome === null && partCompleted ? 'elsewhere' : (outcome ?? 'none')
  const begunAt = attempts.map((one) => one.begunAt).toSorted((a, b) => +a - +b)[0]
  return [
    ...[person.name, person.email, summary.attempts, toDay(begunAt ?? null), toDay(summary.lastAt)],
    ...[attempts.length === 0 ? null : Math.round(summary.seconds / 6) / 10, percent(summary.score)],
    ...[figures(`outcome.${outcomeKey}`), summary.stoppedAt, toDay(person.completedAt)],
  ]
}

const outcomeKeyOf = (success: boolean | null) => (success === null ? 'notJudged' : success ? 'right' : 'wrong')

function answerCells(
  { person, attempts }: LearnerAttempts,
  say: ActivityFormatter,
  { figures, toDay }: Texts,
): Cell[][] {
  const rowsOf = ({ answers }: Attempt, number: number): Cell[][] =>
    answers.flatMap(({ activityId, tries }) =>
      tries.map(({ at, response, success }, place) => [
        ...[person.name, person.email, number, toDay(at), say.name(activityId), place + 1],
        ...[response === null ? figures('noAnswer') : say.answer(activityId, response), figures(outcomeKeyOf(success))],
        say.right(activityId),
      ]),
    )
  return attempts.toReversed().flatMap((attempt, place) => rowsOf(attempt, place + 1))
}

async function* learnerRows(ctx: Ctx, educationPartId: number, texts: Texts): RowPortions {
  for await (const { learners, definitions } of iterateLearners(ctx, educationPartId)) {
    await recordReadsOfListById(
      ctx,
      learners.map(({ person }) => person.userId),
    )
    const say = activityFormatter(ctx, definitions)
    yield learners.map((learner) => learnerCells(learner, say, texts))
  }
}

/** Question figures that are counted while the answer sheet is written, for the question sheet after it. */
interface QuestionCounts {
  tally: QuestionTally
  definitions: Map<string, Json>
}

async function* answerRows(ctx: Ctx, educationPartId: number, texts: Texts, counts: QuestionCounts): RowPortions {
  for await (const { learners, definitions } of iterateLearners(ctx, educationPartId)) {
    for (const [activityId, definition] of definitions) counts.definitions.set(activityId, definition)
    for (const { attempts } of learners) for (const attempt of attempts) counts.tally.add(attempt)
    const say = activityFormatter(ctx, definitions)
    yield learners.flatMap((learner) => answerCells(learner, say, texts))
  }
}

async function* questionRows(ctx: Ctx, { tally, definitions }: QuestionCounts): RowPortions {
  const say = activityFormatter(ctx, definitions)
  yield tally
    .figures()
    .map(({ activityId, answered, judged, rightAtFirst, wrong }) => [
      ...[say.name(activityId), answered, judged, judged === 0 ? null : rightAtFirst],
      ...[judged === 0 ? null : percent(rightAtFirst / judged), say.right(activityId)],
      ...[wrong && say.answer(activityId, wrong.response), wrong?.count, activityId],
    ])
}

/**
 * Builds the sheets of an Excel file about the course of a digital part: learners, answers and questions, of the people
 * whose results the caller may read. The rows are read while the file is written; the questions count the answers
 * written before, so the sheets are written in this order. Writing the learners records the reads of minors and
 * protected identities.
 */
export function buildCourseAnswerSheets(ctx: Ctx, educationPartId: number): Spreadsheet[] {
  const t = translator(ctx.language, 'reports')
  const texts = { t, figures: translator(ctx.language, 'course-figures'), toDay: createDayConverter() }
  const counts = { tally: new QuestionTally(), definitions: new Map<string, Json>() }
  const sheet = (name: string, columns: ColumnDefinitions, rows: RowPortions): Spreadsheet => ({
    sheet: t(`sheet.${name}`),
    columns: columns.map(([column, width, kind = 'text']) => ({ title: t(`column.${column}`), width, kind })),
    rows,
  })
  return [
    sheet('learners', learnerColumns, learnerRows(ctx, educationPartId, texts)),
    sheet('answers', answerColumns, answerRows(ctx, educationPartId, texts, counts)),
    sheet('questions', questionColumns, questionRows(ctx, counts)),
  ]
}
