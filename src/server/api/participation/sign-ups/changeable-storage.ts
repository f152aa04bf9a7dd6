import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { Ctx } from '#api/context.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { notifiedChild } from '#api/people/guardians/recipients.ts'
import { isGuardianOf } from '#api/people/reach/within-reach.ts'
import { users } from '#api/people/users/table.ts'

/**
 * Lists those of the part results that exist and are not on exams, in no order, cancelled ones too. Each has its
 * occasion (null without one), person, the guardians to notify too (`notified`, JSON text), and 0 or 1 for whether the
 * actor organises it or is the guardian. `organized` is the condition by which the actor organises a result; access is
 * not checked here.
 */
export async function listResultsToChange(ctx: Ctx, resultIds: readonly number[], organized: SQL) {
  return ctx.db.query
    .select({
      result: educationPartResults,
      occasion: {
        // Drizzle returns null for the object when its first column is null: it must be a column that is never null.
        startsAt: occasions.startsAt,
        endsAt: occasions.endsAt,
        lastSignUpAt: occasions.lastSignUpAt,
        lastCancelAt: occasions.lastCancelAt,
        city: occasions.city,
        venue: occasions.venue,
        feeMinor: occasions.feeMinor,
        tagId: occasions.tagId,
        canceledAt: sql<string | null>`occasions.canceled_at`.as('occasion_canceled_at'),
        title: sql<string | null>`occasions.title`.as('occasion_title'),
      },
      partTitle: educationParts.title,
      person: { firstName: users.firstName, email: users.email, language: users.language },
      notified: notifiedChild(ctx.now).as('notified'),
      isByOrganizer: sql<0 | 1>`${organized}`.as('by_organizer'),
      isGuardian: sql<0 | 1>`${isGuardianOf(ctx.actor, sql`education_part_results.user_id`)}`.as('is_guardian'),
      educationIds: sql<string>`(select json_group_array(education_id) from ${partsOfEducations}
        where education_part_id = education_part_results.education_part_id)`,
    })
    .from(educationPartResults)
    .innerJoin(educationParts, eq(educationParts.id, educationPartResults.educationPartId))
    .innerJoin(users, eq(users.id, educationPartResults.userId))
    .leftJoin(occasions, eq(occasions.id, educationPartResults.occasionId))
    .where(
      and(
        sql`${educationPartResults.id} in (select value from json_each(${JSON.stringify(resultIds)}))`,
        // Results on exams are changed only by the calls of `exam-results`.
        isNull(educationPartResults.practicalDriverExamId),
      ),
    )
}
export type ChangeableRow = Awaited<ReturnType<typeof listResultsToChange>>[number]
