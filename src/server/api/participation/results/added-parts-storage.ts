import { and, eq, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { educationPartResults } from './table.ts'

/**
 * Returns the statement that signs people up to the digital parts and the submission parts of an education. They are
 * approved, without a fee and registered by the caller. Skips parts where they have a result that is not cancelled. The
 * commit fails as `payment_under_way` while one of them pays for such a part. Prerequisites and access are not checked,
 * and nobody is notified.
 */
export const signUpToFreeParts = (ctx: Ctx, educationId: number, userIds: readonly number[]): Statement => {
  const now = ctx.now.toISOString()
  return insertFrom(
    ctx.db.query,
    educationPartResults,
    {
      userId: sql`u.value`,
      educationPartId: sql`p.id`,
      educationId,
      completed: 0,
      signedUpAt: now,
      canceled: 0,
      customAnswers: '[]',
      feeAtSignUpMinor: 0,
      registeredByUserId: ctx.actor.id,
      createdAt: now,
      changedAt: now,
      canceledDue: 0,
    },
    sql`from json_each(${JSON.stringify(userIds)}) u
    join ${partsOfEducations} l on l.education_id = ${educationId}
    join ${educationPartsView} p on p.id = l.education_part_id and p.type in (1, 3)
    where not exists (select 1 from education_part_results r
      where r.user_id = u.value and r.education_part_id = p.id and r.canceled = 0)`,
  )
}

/**
 * Returns the statements that remove a person's sign-ups that `signUpToFreeParts` added to an education at `createdAt`.
 * They are those of that moment, without an occasion or exam, and not completed.
 *
 * Sign-ups that have a submission or a comment are cancelled instead, so that no work is lost.
 */
export function removeAddedParts({ db, now }: Ctx, added: { userId: number; educationId: number; createdAt: Date }) {
  const { userId, educationId, createdAt } = added
  const hasWork = sql`(exists (select 1 from submissions handed_in where handed_in.education_part_result_id = education_part_results.id)
    or exists (select 1 from comments written where written.education_part_result_id = education_part_results.id))`
  const addedSignUps = and(
    eq(educationPartResults.userId, userId),
    eq(educationPartResults.educationId, educationId),
    eq(educationPartResults.createdAt, createdAt),
    sql`occasion_id is null and practical_driver_exam_id is null and completed = 0`,
  )
  return [
    db.query.update(educationPartResults).set({ canceled: true, changedAt: now }).where(and(addedSignUps, hasWork)),
    db.query.delete(educationPartResults).where(and(addedSignUps, sql`not ${hasWork}`)),
  ]
}
