import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import type { Attempt } from './attempts.ts'
import type { CourseAttempt, CourseLearner, CourseLearners, LearnerFigures, LearnerSearch } from './contract.ts'
import { bestOf, bestScoreOf, isDone } from './course-figures.ts'
import { attemptsOfPeople, mostPeople, mostStatements, whole } from './people-told.ts'
import { digitalPart } from './read-figures.ts'
import { placeIn, placeText } from './rules.ts'
import { settleDue } from './settle-standings.ts'
import { type Speaker, speaker } from './speaker.ts'
import { listDue, listSignedUp, type SignedUp } from './standing-storage.ts'

const mostStatementsOfOne = 2000

export function learnerFrom(
  { userId, name, completedAt }: SignedUp,
  own: readonly Attempt[],
  say: Speaker,
): CourseLearner {
  const [latest] = own
  const stopped = own.some(isDone) ? null : (latest?.lastActivityId ?? null)
  return {
    userId,
    name,
    attempts: own.length,
    seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
    score: bestScoreOf(own),
    outcome: bestOf(own)?.outcome ?? null,
    stoppedAt: stopped === null ? null : say.name(stopped),
    lastAt: latest?.lastAt ?? null,
    partCompleted: completedAt !== null,
  }
}

export async function readLearners(ctx: Ctx, educationPartId: number, asked: LearnerSearch): Promise<CourseLearners> {
  const { sort, search, pageSize } = asked
  const after = asked.after === undefined ? null : placeIn(asked.after)
  const list = () => listSignedUp(ctx.db, ctx.actor, { educationPartId, sort, search, after, atMost: pageSize + 1 })
  // Mostly nobody has told anything since, and the order that is read along with the question holds.
  const [, due, asBefore] = await Promise.all([
    digitalPart(ctx, educationPartId),
    listDue(ctx.db, educationPartId, mostPeople),
    list(),
  ])
  const counting = await settleDue(ctx, educationPartId, due)
  const found = due.length === 0 ? asBefore : await list()
  const people = whole(found.slice(0, pageSize), mostStatements)
  const known = await attemptsOfPeople(ctx, educationPartId, people)
  const byPerson = Map.groupBy(known.attempts, ({ userId }) => userId)
  const say = speaker(ctx, known.definitions)
  const last = people.at(-1)
  return {
    items: people.map((one) => learnerFrom(one, byPerson.get(one.userId) ?? [], say)),
    next: last && people.length < found.length ? placeText(last) : null,
    counting,
  }
}

function attemptFrom(one: Attempt, say: Speaker): CourseAttempt {
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
  const people = await listSignedUp(ctx.db, ctx.actor, { educationPartId, sort: 'signedUp', userId, atMost: 1 })
  const [person] = people
  // Before anything is said of the part: of whom the caller may not read there is nothing to ask.
  if (!person) throw new Refused('not_found')
  const { title } = await digitalPart(ctx, educationPartId)
  const known = await attemptsOfPeople(ctx, educationPartId, people, mostStatementsOfOne)
  const say = speaker(ctx, known.definitions)
  return {
    educationPartId,
    title,
    userId,
    name: person.name,
    completedDate: person.completedAt,
    attempts: known.attempts.map((one) => attemptFrom(one, say)),
    isCut: person.told > mostStatementsOfOne,
  }
}
