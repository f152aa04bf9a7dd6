import { or, type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator } from '#api/actor.ts'
import { managementScope } from '#api/people/reach/access.ts'
import { educationResults, liveResultsOfEducations } from './contributed-results.ts'

/** No more than this of the actor may decide how a condition reads: the media of an education are asked for by it, written once. */
export type Holder = Pick<Actor, 'id' | 'roles'>

/** An education's id, or the column that holds it. */
type EducationId = number | SQL

const asList = (ids: number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

const published = sql`(educations.published_at is not null and educations.archived_at is null)`

/** The id of a row of `educations`, which most conditions stand beside. */
const ownRow = sql`educations.id`

/** The actor is among those responsible for the education. */
export const isResponsibleFor = (actor: Holder, educationId: EducationId): SQL => sql`exists (
  select 1 from education_responsibles scope_responsibles
  where scope_responsibles.education_id = ${educationId} and scope_responsibles.user_id = ${actor.id})`

const inCategories = (ids: number[], educationId: EducationId) => sql`exists (
  select 1 from education_to_category scope_categories
  where scope_categories.education_id = ${educationId}
    and scope_categories.education_category_id in ${asList(ids)})`

const inRoles = (ids: number[], educationId: EducationId) => sql`exists (
  select 1 from education_to_role scope_roles
  where scope_roles.education_id = ${educationId} and scope_roles.kind = 'trains'
    and scope_roles.education_role_id in ${asList(ids)})`

/** `mayManage` as a condition on the education of that id; null when nothing is managed. */
export function managedBy(actor: Holder | null, educationId: EducationId = ownRow): SQL | null {
  const scope = managementScope(actor)
  if (!actor || scope.kind === 'none') return null
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'responsible') return isResponsibleFor(actor, educationId)
  const limits = [
    ...(scope.educationCategoryIds.length > 0 ? [inCategories(scope.educationCategoryIds, educationId)] : []),
    ...(scope.educationRoleIds.length > 0 ? [inRoles(scope.educationRoleIds, educationId)] : []),
  ]
  return sql`(${sql.join(limits, sql` and `)})`
}

/** The actor manages the education of that id, or is among those responsible for it. */
export const answersForEducation = (actor: Actor, educationId: EducationId = ownRow): SQL =>
  or(
    managedBy(actor, educationId) ?? undefined,
    'Educator' in actor.roles ? isResponsibleFor(actor, educationId) : undefined,
  ) ?? sql`false`

/** `maySee` as a condition on a row of `educations`, but for own results, which open one education and no list. */
export function visibleTo(actor: Holder | null): SQL {
  const managed = managedBy(actor)
  if (!actor || !managed) return published
  return or(published, managed, isResponsibleFor(actor, ownRow)) ?? published
}

/** The actor has a result of the education, or one of a part that counts to it. */
export const participatesIn = (actor: Holder, educationId: EducationId): SQL => sql`(
  exists (select 1 from ${educationResults} participated_education
    where participated_education.user_id = ${actor.id} and participated_education.education_id = ${educationId})
  or exists (select 1 from ${liveResultsOfEducations} participated_part
    where participated_part.user_id = ${actor.id} and participated_part.education_id = ${educationId})
)`

/** As `visibleTo`, and open to whoever has a result there. */
export const readableBy = (actor: Holder | null): SQL =>
  actor ? (or(visibleTo(actor), participatesIn(actor, ownRow)) ?? published) : published

const heldByNone = sql`not exists (select 1 from education_to_part ep where ep.education_part_id = education_parts.id)`

/** A part is seen through an education that holds it; one that none holds is the administrators'. */
export const partReadableBy = (actor: Actor | null): SQL => sql`(exists (
  select 1 from education_to_part ep join educations on educations.id = ep.education_id
  where ep.education_part_id = education_parts.id and ${readableBy(actor)}
) or ${actor && isAdministrator(actor) ? heldByNone : sql`false`})`

/** An occasion is seen through an education that it is given for. */
export const occasionReadableBy = (actor: Actor | null): SQL => sql`exists (
  select 1 from education_to_part ep join educations on educations.id = ep.education_id
  where ep.education_part_id = occasions.education_part_id
    and (occasions.education_id is null or occasions.education_id = educations.id) and ${readableBy(actor)}
)`
