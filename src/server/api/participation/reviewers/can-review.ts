import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { managesOrIsResponsible } from '#api/catalogue/scope/education-scope.ts'
import { canDecideAbout } from '#api/people/reach/within-reach.ts'

/** The learner, education and part of a submission or result, as SQL. */
interface LearnersWork {
  userId: SQL
  educationId: SQL
  educationPartId: SQL
}

/**
 * SQL: the actor manages or answers for an education that holds the part, and is responsible for the learner. Never for
 * the actor's own work.
 */
function reviews(actor: Actor, { userId, educationId, educationPartId }: LearnersWork): SQL {
  if (!isEducatorLevel(actor)) return sql`false`
  return sql`(${userId} <> ${actor.id} and ${canDecideAbout(actor, userId)} and exists (
    select 1 from ${partsOfEducations} reviewed_parts
    where reviewed_parts.education_part_id = ${educationPartId}
      and reviewed_parts.education_id = coalesce(${educationId}, reviewed_parts.education_id)
      and ${managesOrIsResponsible(actor, sql`reviewed_parts.education_id`)}))`
}

/**
 * SQL condition: the actor may review the row of `submissions`: as its assignee, or as somebody who manages or is
 * responsible for an education of the part and may decide about the learner. Only educators and administrators; never
 * one's own submission, nor one without a sign-up.
 */
export const canReviewSubmission = (actor: Actor): SQL => {
  const place = {
    userId: sql`submissions.user_id`,
    educationId: sql`submissions.education_id`,
    educationPartId: sql`submissions.education_part_id`,
  }
  const isAssignee = isEducatorLevel(actor)
    ? sql`(submissions.assignee_id = ${actor.id} and submissions.user_id <> ${actor.id})`
    : sql`false`
  // A submission without a sign-up waits for the removal of its files, and is visible to nobody.
  return sql`(submissions.education_part_result_id > 0 and (${isAssignee} or ${reviews(actor, place)}))`
}

/**
 * SQL condition: the actor may read and write comments on the row of `education_part_results` as a reviewer: as the
 * assignee of its submission, or as somebody who manages or is responsible for an education of the part and may decide
 * about the learner. Only educators and administrators; never on one's own result.
 */
export const canReviewResult = (actor: Actor): SQL => {
  const place = {
    userId: sql`education_part_results.user_id`,
    educationId: sql`education_part_results.education_id`,
    educationPartId: sql`education_part_results.education_part_id`,
  }
  const isAssignee = isEducatorLevel(actor)
    ? sql`exists (select 1 from submissions where submissions.assignee_id = ${actor.id}
        and submissions.education_part_result_id = education_part_results.id and submissions.user_id <> ${actor.id})`
    : sql`false`
  return sql`(${isAssignee} or ${reviews(actor, place)})`
}
