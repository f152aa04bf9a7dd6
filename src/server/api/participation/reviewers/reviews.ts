import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { answersForEducation } from '#api/catalogue/scope/education-scope.ts'
import { decidesAbout } from '#api/people/reach/within-reach.ts'

/** Where something that a learner has done belongs. */
interface Place {
  userId: SQL
  educationId: SQL
  educationPartId: SQL
}

/**
 * The educators of the part: who manages or answers for an education that holds it, as far as they look after the
 * learner. Nobody reviews what is their own.
 */
function reviews(actor: Actor, { userId, educationId, educationPartId }: Place): SQL {
  if (!isEducatorLevel(actor)) return sql`false`
  return sql`(${userId} <> ${actor.id} and ${decidesAbout(actor, userId)} and exists (
    select 1 from ${partsOfEducations} reviewed_parts
    where reviewed_parts.education_part_id = ${educationPartId}
      and reviewed_parts.education_id = coalesce(${educationId}, reviewed_parts.education_id)
      and ${answersForEducation(actor, sql`reviewed_parts.education_id`)}))`
}

/** A row of `submissions` that the actor may read and judge: as one of the part’s educators, or because it was given to them. */
export const reviewableBy = (actor: Actor): SQL => {
  const place = {
    userId: sql`submissions.user_id`,
    educationId: sql`submissions.education_id`,
    educationPartId: sql`submissions.education_part_id`,
  }
  const given = isEducatorLevel(actor)
    ? sql`(submissions.assignee_id = ${actor.id} and submissions.user_id <> ${actor.id})`
    : sql`false`
  // What belonged to a sign-up that is no more waits for its files to be removed, and for nobody else.
  return sql`(submissions.education_part_result_id > 0 and (${given} or ${reviews(actor, place)}))`
}

/** A row of `education_part_results` whose thread the actor reads and writes as a reviewer. */
export const reviewsResult = (actor: Actor): SQL => {
  const place = {
    userId: sql`education_part_results.user_id`,
    educationId: sql`education_part_results.education_id`,
    educationPartId: sql`education_part_results.education_part_id`,
  }
  const given = isEducatorLevel(actor)
    ? sql`exists (select 1 from submissions where submissions.assignee_id = ${actor.id}
        and submissions.education_part_result_id = education_part_results.id and submissions.user_id <> ${actor.id})`
    : sql`false`
  return sql`(${given} or ${reviews(actor, place)})`
}
