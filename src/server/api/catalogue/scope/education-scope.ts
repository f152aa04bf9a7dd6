import { or, type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator } from '#api/actor.ts'
import { managementScope } from '#api/people/reach/access.ts'
import { educationResults, liveResultsOfEducations } from './contributed-results.ts'

/** The fields of the actor that a condition depends on. Prepared queries rebuild an actor from these alone. */
export type ScopeActor = Pick<Actor, 'id' | 'roles'>

/** An education id, or the SQL column with it. */
type EducationId = number | SQL

const toIdList = (ids: number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

const published = sql`(educations.published_at is not null and educations.archived_at is null)`

/** The id of the `educations` row of the surrounding query. */
const ownRow = sql`educations.id`

/** SQL condition: the actor is among those responsible for the education, whatever the actor's role. */
export const isResponsibleForEducation = (actor: ScopeActor, educationId: EducationId): SQL => sql`exists (
  select 1 from education_responsibles scope_responsibles
  where scope_responsibles.education_id = ${educationId} and scope_responsibles.user_id = ${actor.id})`

const hasCategory = (ids: number[], educationId: EducationId) => sql`exists (
  select 1 from education_to_category scope_categories
  where scope_categories.education_id = ${educationId}
    and scope_categories.education_category_id in ${toIdList(ids)})`

const trainsRole = (ids: number[], educationId: EducationId) => sql`exists (
  select 1 from education_to_role scope_roles
  where scope_roles.education_id = ${educationId} and scope_roles.kind = 'trains'
    and scope_roles.education_role_id in ${toIdList(ids)})`

/**
 * Condition that corresponds to `mayManage`, for the education with that id, by default the row of `educations`; null
 * when the actor manages no education. Administrators manage all, educators those of their lists or, without lists,
 * those that they are responsible for.
 */
export function managesEducation(actor: ScopeActor | null, educationId: EducationId = ownRow): SQL | null {
  const scope = managementScope(actor)
  if (!actor || scope.kind === 'none') return null
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'responsible') return isResponsibleForEducation(actor, educationId)
  const limits = [
    ...(scope.educationCategoryIds.length > 0 ? [hasCategory(scope.educationCategoryIds, educationId)] : []),
    ...(scope.educationRoleIds.length > 0 ? [trainsRole(scope.educationRoleIds, educationId)] : []),
  ]
  return sql`(${sql.join(limits, sql` and `)})`
}

/**
 * Condition: the actor manages the education, by default the row of `educations`, or is an educator among those
 * responsible for it. False for everybody else.
 */
export const managesOrIsResponsible = (actor: Actor, educationId: EducationId = ownRow): SQL =>
  or(
    managesEducation(actor, educationId) ?? undefined,
    'Educator' in actor.roles ? isResponsibleForEducation(actor, educationId) : undefined,
  ) ?? sql`false`

/**
 * SQL condition on a row of `educations`, corresponding to `maySee`: published and not archived, or managed by the
 * actor, or the actor is an educator who is responsible for it. It ignores the actor's results, which make a single
 * education readable but not listed.
 */
export function isEducationVisible(actor: ScopeActor | null): SQL {
  const managed = managesEducation(actor)
  if (!actor || !managed) return published
  return or(published, managed, isResponsibleForEducation(actor, ownRow)) ?? published
}

/** SQL condition: the actor has a result of the education, or a live result of a part that counts towards it. */
export const participatesInEducation = (actor: ScopeActor, educationId: EducationId): SQL => sql`(
  exists (select 1 from ${educationResults} participated_education
    where participated_education.user_id = ${actor.id} and participated_education.education_id = ${educationId})
  or exists (select 1 from ${liveResultsOfEducations} participated_part
    where participated_part.user_id = ${actor.id} and participated_part.education_id = ${educationId})
)`

/**
 * SQL condition on a row of `educations`: published and not archived, managed by the actor, their responsibility as an
 * educator, or one that they have a result of. A visitor reads only published ones.
 */
export const isEducationReadable = (actor: ScopeActor | null): SQL =>
  actor ? (or(isEducationVisible(actor), participatesInEducation(actor, ownRow)) ?? published) : published

const belongsToNoEducation = sql`not exists (select 1 from education_to_part ep where ep.education_part_id = education_parts.id)`

/**
 * SQL condition on a row of `education_parts`: the actor may read an education that contains the part; administrators
 * may read parts that no education contains.
 */
export const isPartReadable = (actor: Actor | null): SQL => sql`(exists (
  select 1 from education_to_part ep join educations on educations.id = ep.education_id
  where ep.education_part_id = education_parts.id and ${isEducationReadable(actor)}
) or ${actor && isAdministrator(actor) ? belongsToNoEducation : sql`false`})`

/** SQL condition on a row of `occasions`: the actor may read an education that the occasion is given for. */
export const isOccasionReadable = (actor: Actor | null): SQL => sql`exists (
  select 1 from education_to_part ep join educations on educations.id = ep.education_id
  where ep.education_part_id = occasions.education_part_id
    and (occasions.education_id is null or occasions.education_id = educations.id) and ${isEducationReadable(actor)}
)`
