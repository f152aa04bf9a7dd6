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

const maxStatementsOfPerson = 2000

/** Returns a learner with the totals of the attempts. */
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

/** Reads a page of learners. Standings that are not current are updated first. */
export async function readLearners(ctx: Ctx, educationPartId: number, query: LearnerSearch): Promise<CourseLearners> {
  const { sort, search, pageSize } = query
  const after = query.after === undefined ? null : placeIn(query.after)
  const list = () => listSignedUp(ctx.db, ctx.actor, { educationPartId, sort, search, after, atMost: pageSize + 1 })
  // Usually no statement is new, and the page read in the same batch is current.
  const [, due, firstRead] = await Promise.all([
    digitalPart(ctx, educationPartId),
    listDue(ctx.db, educationPartId, mostPeople),
    list(),
  ])
  const counting = await settleDue(ctx, educationPartId, due)
  const rows = due.length === 0 ? firstRead : await list()
  const people = whole(rows.slice(0, pageSize), mostStatements)
  const loaded = await attemptsOfPeople(ctx, educationPartId, people)
  const byPerson = Map.groupBy(loaded.attempts, ({ userId }) => userId)
  const say = speaker(ctx, loaded.definitions)
  const last = people.at(-1)
  return {
    items: people.map((one) => learnerFrom(one, byPerson.get(one.userId) ?? [], say)),
    next: last && people.length < rows.length ? placeText(last) : null,
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

/**
 * Reads the attempts of one person at a part's course.
 * @throws Refused('not_found') when the caller may not read the person's results
 */
export async function readLearner(ctx: Ctx, educationPartId: number, userId: number): Promise<LearnerFigures> {
  const people = await listSignedUp(ctx.db, ctx.actor, { educationPartId, sort: 'signedUp', userId, atMost: 1 })
  const [person] = people
  // First, so that nothing about the part is revealed for a person whose results the caller may not read.
  if (!person) throw new Refused('not_found')
  const { title } = await digitalPart(ctx, educationPartId)
  const loaded = await attemptsOfPeople(ctx, educationPartId, people, maxStatementsOfPerson)
  const say = speaker(ctx, loaded.definitions)
  return {
    educationPartId,
    title,
    userId,
    name: person.name,
    completedDate: person.completedAt,
    attempts: loaded.attempts.map((one) => attemptFrom(one, say)),
    isCut: person.told > maxStatementsOfPerson,
  }
}
