import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import { listParts } from '#api/catalogue/education-parts/storage.ts'
import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import type { CourseFigures } from './contract.ts'
import { figuresOf } from './course-figures.ts'
import { attemptsOfPeople, mostPeople, mostStatements, whole } from './people-told.ts'
import { speaker } from './speaker.ts'
import { listSignedUp } from './standing-storage.ts'

export async function digitalPart(ctx: Ctx, educationPartId: number) {
  const [part] = await listParts(ctx.db, ctx.actor, [educationPartId])
  if (!part) throw new Refused('not_found')
  if (part.type !== partTypes.ArticulateSession) throw new Refused('part_not_digital')
  return part
}

export async function readCourseFigures(
  ctx: Ctx,
  educationPartId: number,
  before: number | null,
): Promise<CourseFigures> {
  // Whoever has signed up has a number of their own to go on from.
  const after = before === null ? null : { userId: 0, key: String(before) }
  const asked = { educationPartId, sort: 'signedUp' as const, after, atMost: mostPeople + 1 }
  const [{ title }, found] = await Promise.all([
    digitalPart(ctx, educationPartId),
    listSignedUp(ctx.db, ctx.actor, asked),
  ])
  const people = whole(found.slice(0, mostPeople), mostStatements)
  const known = await attemptsOfPeople(ctx, educationPartId, people)
  const { questions, steps, ...counted } = figuresOf(known.attempts)
  const say = speaker(ctx, known.definitions)
  return {
    educationPartId,
    title,
    people: people.length,
    ...counted,
    questions: questions.map(({ wrong, ...question }) => ({
      ...question,
      name: say.name(question.activityId),
      right: say.right(question.activityId),
      wrong: wrong && { answer: say.answer(question.activityId, wrong.response), count: wrong.count },
    })),
    steps: steps.map((step) => ({ ...step, name: say.name(step.activityId) })),
    next: people.length < found.length ? (people.at(-1)?.resultId ?? null) : null,
  }
}
