import type { Ctx } from '#api/context.ts'
import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { type ActivityFormatter, activityFormatter } from './activity-formatter.ts'
import type { Attempt } from './attempts.ts'
import type { CourseAttempt, CourseLearner, CourseLearners, LearnerFigures, LearnerSearch } from './contract.ts'
import { bestAttempt, bestScore, isAttemptDone } from './course-figures.ts'
import { loadAttempts, maxPeople, maxStatements, takeWithinLimit } from './load-attempts.ts'
import { digitalPart } from './read-figures.ts'
import { formatCursor, parseCursor } from './rules.ts'
import { listDueStandings, listSignedUpPeople, type SignedUpPerson } from './standing-storage.ts'
import { updateDueStandings } from './update-standings.ts'

const maxStatementsOfPerson = 2000

/**
 * Returns a learner with the totals of the attempts; `own` has that person's attempts, the latest first. `stoppedAt`
 * names the latest activity of a learner who has completed no attempt, else it is null. `say` formats names of
 * activities.
 */
export function toCourseLearner(
  { userId, name, completedAt }: SignedUpPerson,
  own: readonly Attempt[],
  say: ActivityFormatter,
): CourseLearner {
  const [latest] = own
  const stopped = own.some(isAttemptDone) ? null : (latest?.lastActivityId ?? null)
  return {
    userId,
    name,
    attempts: own.length,
    seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
    score: bestScore(own),
    outcome: bestAttempt(own)?.outcome ?? null,
    stoppedAt: stopped === null ? null : say.name(stopped),
    lastAt: latest?.lastAt ?? null,
    partCompleted: completedAt !== null,
  }
}

/**
 * Reads a page of learners whose results the caller may read, in the order and with the search of `query`. A malformed
 * `after` gives the first page; `next` is the cursor of the next one, null at the end.
 *
 * Standings that are out of date are computed and saved first; `counting` is the number that is still out of date
 * afterwards. A page may be shorter when its people have more than 20,000 statements. Records the reads of minors by
 * staff.
 *
 * @throws Refused('not_found') when the caller may not see the part.
 * @throws Refused('part_not_digital') when the part is of another type.
 */
export async function readLearners(ctx: Ctx, educationPartId: number, query: LearnerSearch): Promise<CourseLearners> {
  const { sort, search, pageSize } = query
  const after = query.after === undefined ? null : parseCursor(query.after)
  const list = () =>
    listSignedUpPeople(ctx.db, ctx.actor, { educationPartId, sort, search, after, atMost: pageSize + 1 })
  // Usually no statement is new, and the page read in the same batch is current.
  const [, due, firstRead] = await Promise.all([
    digitalPart(ctx, educationPartId),
    listDueStandings(ctx.db, educationPartId, maxPeople),
    list(),
  ])
  const counting = await updateDueStandings(ctx, educationPartId, due)
  const rows = due.length === 0 ? firstRead : await list()
  const people = takeWithinLimit(rows.slice(0, pageSize), maxStatements)
  const loaded = await loadAttempts(ctx, educationPartId, people)
  await recordReadsById(
    ctx,
    people.map(({ userId }) => userId),
  )
  const byPerson = Map.groupBy(loaded.attempts, ({ userId }) => userId)
  const say = activityFormatter(ctx, loaded.definitions)
  const last = people.at(-1)
  return {
    items: people.map((one) => toCourseLearner(one, byPerson.get(one.userId) ?? [], say)),
    next: last && people.length < rows.length ? formatCursor(last) : null,
    counting,
  }
}

function attemptFrom(one: Attempt, say: ActivityFormatter): CourseAttempt {
  const { userId: _, steps: __, lastActivityId, answers, ...same } = one
  return {
    ...same,
    stoppedAt: isAttemptDone(one) || lastActivityId === null ? null : say.name(lastActivityId),
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
 * Reads the attempts of one person at a part's course, from the latest 2,001 statements; `isCut` when they are more
 * than 2,000. Voided statements do not count. Records the read of a minor by staff.
 *
 * @throws Refused('not_found') when the caller may not read the person's results or see the part.
 * @throws Refused('part_not_digital') when the part is of another type.
 */
export async function readLearner(ctx: Ctx, educationPartId: number, userId: number): Promise<LearnerFigures> {
  const people = await listSignedUpPeople(ctx.db, ctx.actor, { educationPartId, sort: 'signedUp', userId, atMost: 1 })
  const [person] = people
  // First, so that nothing about the part is revealed for a person whose results the caller may not read.
  if (!person) throw new Refused('not_found')
  const { title } = await digitalPart(ctx, educationPartId)
  await recordReadsById(ctx, [userId])
  const loaded = await loadAttempts(ctx, educationPartId, people, maxStatementsOfPerson + 1)
  const say = activityFormatter(ctx, loaded.definitions)
  return {
    educationPartId,
    title,
    userId,
    name: person.name,
    completedDate: person.completedAt,
    attempts: loaded.attempts.map((one) => attemptFrom(one, say)),
    isCut: loaded.records.length > maxStatementsOfPerson,
  }
}
