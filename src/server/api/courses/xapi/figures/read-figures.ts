import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import { listParts } from '#api/catalogue/education-parts/storage.ts'
import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { activityFormatter } from './activity-formatter.ts'
import type { CourseFigures } from './contract.ts'
import { toCourseFigures } from './course-figures.ts'
import { loadAttempts, maxPeople, maxStatements, takeWithinLimit } from './load-attempts.ts'
import { listSignedUpPeople } from './standing-storage.ts'

/**
 * Loads a digital part that the caller may see.
 *
 * @throws Refused('not_found') when there is no such part, or the caller may not see it
 * @throws Refused('part_not_digital') when it is of another type
 */
export async function digitalPart(ctx: Ctx, educationPartId: number) {
  const [part] = await listParts(ctx.db, ctx.actor, [educationPartId])
  if (!part) throw new Refused('not_found')
  if (part.type !== partTypes.ArticulateSession) throw new Refused('part_not_digital')
  return part
}

/**
 * Reads the figures of a part's course for the latest sign-ups, at most 500, or for those before `before`, a result id;
 * fewer when they have more than 20,000 statements.
 *
 * `next` continues with earlier ones; null when all are counted. Covers people whose results the caller may read.
 *
 * @throws Refused('not_found') when the caller may not see the part.
 * @throws Refused('part_not_digital') when the part is of another type.
 */
export async function readCourseFigures(
  ctx: Ctx,
  educationPartId: number,
  before: number | null,
): Promise<CourseFigures> {
  // Result ids are unique, so the user id in the cursor does not matter.
  const after = before === null ? null : { userId: 0, key: String(before) }
  const query = { educationPartId, sort: 'signedUp' as const, after, atMost: maxPeople + 1 }
  const [{ title }, rows] = await Promise.all([
    digitalPart(ctx, educationPartId),
    listSignedUpPeople(ctx.db, ctx.actor, query),
  ])
  const people = takeWithinLimit(rows.slice(0, maxPeople), maxStatements)
  const loaded = await loadAttempts(ctx, educationPartId, people)
  const { questions, steps, ...counts } = toCourseFigures(loaded.attempts)
  const say = activityFormatter(ctx, loaded.definitions)
  return {
    educationPartId,
    title,
    people: people.length,
    ...counts,
    questions: questions.map(({ wrong, ...question }) => ({
      ...question,
      name: say.name(question.activityId),
      right: say.right(question.activityId),
      wrong: wrong && { answer: say.answer(question.activityId, wrong.response), count: wrong.count },
    })),
    steps: steps.map((step) => ({ ...step, name: say.name(step.activityId) })),
    next: people.length < rows.length ? (people.at(-1)?.resultId ?? null) : null,
  }
}
