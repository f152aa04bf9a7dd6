import { translator } from '#locales/translate.ts'
import type { Ctx } from '../../context.ts'
import { partTypes } from '../../education-parts/contract.ts'
import { listParts } from '../../education-parts/storage.ts'
import { Refused } from '../../refusals.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import type { CourseAttempt, CourseFigures, CourseLearner, LearnerFigures } from './contract.ts'
import { figuresOf, isDone } from './course-figures.ts'
import { inWords, nameOf, rightInWords, type Wording } from './interactions.ts'
import { outcomes } from './rules.ts'
import { listOpened, listSignedUp, listTold, type SignedUp, type Telling } from './storage.ts'

/** So much is read for one answer, however large the course or its crowd. */
const mostPeople = 500
const mostStatements = 20_000
const mostStatementsOfOne = 2000

async function digitalPart(ctx: Ctx, educationPartId: number) {
  const [part] = await listParts(ctx.db, ctx.actor, [educationPartId])
  if (!part) throw new Refused('not_found')
  if (part.type !== partTypes.ArticulateSession) throw new Refused('part_not_digital')
  return part
}

/** The first of them whose statements together are no more than are read at once, and always one of them. */
export function whole(people: readonly SignedUp[], atMost: number): SignedUp[] {
  let sum = 0
  const last = people.findIndex(({ told }) => {
    sum += told
    return sum > atMost
  })
  return last < 0 ? [...people] : people.slice(0, Math.max(1, last))
}

interface Known extends Telling {
  people: SignedUp[]
  attempts: Attempt[]
  next: number | null
}

async function attemptsOnPart(
  ctx: Ctx,
  educationPartId: number,
  { before, atMost }: { before: number | null; atMost: number },
): Promise<Known> {
  const found = await listSignedUp(ctx.db, ctx.actor, { educationPartId, before, atMost: atMost + 1 })
  const people = whole(found.slice(0, atMost), mostStatements)
  const [telling, opened] = await Promise.all([
    listTold(
      ctx.db,
      educationPartId,
      people.map(({ userId }) => userId),
      mostStatements,
    ),
    listOpened(ctx.db, educationPartId, people),
  ])
  const next = people.length < found.length ? (people.at(-1)?.resultId ?? null) : null
  return { ...telling, people, attempts: attemptsOf(telling.told, opened), next }
}

function wordingFor({ language }: Ctx): Wording {
  const t = translator(language, 'courseFigures')
  return { language, yes: t('answer.true'), no: t('answer.false') }
}

/** How activities and answers are called in the reader's language. */
function speaker(ctx: Ctx, { definitions }: Telling) {
  const wording = wordingFor(ctx)
  return {
    name: (activityId: string) => nameOf(activityId, definitions.get(activityId), wording.language),
    answer: (activityId: string, response: string) => inWords(response, definitions.get(activityId), wording),
    right: (activityId: string) => rightInWords(definitions.get(activityId), wording),
  }
}

export async function readCourseFigures(
  ctx: Ctx,
  educationPartId: number,
  before: number | null,
): Promise<CourseFigures> {
  const { title } = await digitalPart(ctx, educationPartId)
  const known = await attemptsOnPart(ctx, educationPartId, { before, atMost: mostPeople })
  const { questions, steps, ...counted } = figuresOf(known.attempts)
  const say = speaker(ctx, known)
  return {
    educationPartId,
    title,
    people: known.people.length,
    ...counted,
    questions: questions.map(({ wrong, ...question }) => ({
      ...question,
      name: say.name(question.activityId),
      right: say.right(question.activityId),
      wrong: wrong && { answer: say.answer(question.activityId, wrong.response), count: wrong.count },
    })),
    steps: steps.map((step) => ({ ...step, name: say.name(step.activityId) })),
    next: known.next,
  }
}

const best = (attempts: readonly Attempt[]) =>
  attempts.toSorted((a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome))[0] ?? null

function learner(
  { userId, name, completedAt }: SignedUp,
  own: readonly Attempt[],
  say: ReturnType<typeof speaker>,
): CourseLearner {
  const [latest] = own
  const scores = own.flatMap(({ score }) => score?.scaled ?? [])
  const stopped = own.some(isDone) ? null : (latest?.lastActivityId ?? null)
  return {
    userId,
    name,
    attempts: own.length,
    seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
    score: scores.length > 0 ? Math.max(...scores) : null,
    outcome: best(own)?.outcome ?? null,
    stoppedAt: stopped === null ? null : say.name(stopped),
    lastAt: latest?.lastAt ?? null,
    partCompleted: completedAt !== null,
  }
}

export async function readLearners(
  ctx: Ctx,
  educationPartId: number,
  page: { before: number | null; atMost: number },
): Promise<{ items: CourseLearner[]; next: number | null }> {
  await digitalPart(ctx, educationPartId)
  const known = await attemptsOnPart(ctx, educationPartId, page)
  const byPerson = Map.groupBy(known.attempts, ({ userId }) => userId)
  const say = speaker(ctx, known)
  return { items: known.people.map((one) => learner(one, byPerson.get(one.userId) ?? [], say)), next: known.next }
}

function attempt(one: Attempt, say: ReturnType<typeof speaker>): CourseAttempt {
  const { userId: _, steps: __, lastActivityId, answers, ...same } = one
  return {
    ...same,
    stoppedAt: isDone(one) || lastActivityId === null ? null : say.name(lastActivityId),
    answers: answers.map(({ activityId, tries }) => ({
      activityId,
      name: say.name(activityId),
      right: say.right(activityId),
      tries: tries.map(({ at, response, success }) => ({
        at,
        success,
        answer: response === null ? null : say.answer(activityId, response),
      })),
    })),
  }
}

export async function readLearner(ctx: Ctx, educationPartId: number, userId: number): Promise<LearnerFigures> {
  const { title } = await digitalPart(ctx, educationPartId)
  const people = await listSignedUp(ctx.db, ctx.actor, { educationPartId, before: null, userId, atMost: 1 })
  const [person] = people
  if (!person) throw new Refused('not_found')
  const [telling, opened] = await Promise.all([
    listTold(ctx.db, educationPartId, [userId], mostStatementsOfOne),
    listOpened(ctx.db, educationPartId, people),
  ])
  const say = speaker(ctx, telling)
  return {
    educationPartId,
    title,
    userId,
    name: person.name,
    completedDate: person.completedAt,
    attempts: attemptsOf(telling.told, opened).map((one) => attempt(one, say)),
    isCut: person.told > mostStatementsOfOne,
  }
}
