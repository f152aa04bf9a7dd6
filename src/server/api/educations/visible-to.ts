import { or, type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator } from '../actor.ts'
import { managementScope } from './access.ts'

/** No more than this of the actor may decide how a condition reads: the media of an education are asked for by it, written once. */
export type Holder = Pick<Actor, 'id' | 'roles'>

const asList = (ids: number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

const published = sql`(educations.published_at is not null and educations.archived_at is null)`

const responsible = (actor: Holder) =>
  sql`exists (select 1 from education_responsibles r where r.education_id = educations.id and r.user_id = ${actor.id})`

const inCategories = (ids: number[]) =>
  sql`exists (select 1 from education_to_category c where c.education_id = educations.id and c.education_category_id in ${asList(ids)})`

const inRoles = (ids: number[]) =>
  sql`exists (select 1 from education_to_role r where r.education_id = educations.id and r.kind = 'trains' and r.education_role_id in ${asList(ids)})`

/** `mayManage` as a condition on a row of `educations`; null when nothing is managed. */
export function managedBy(actor: Holder | null): SQL | null {
  const scope = managementScope(actor)
  if (!actor || scope.kind === 'none') return null
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'responsible') return responsible(actor)
  const limits = [
    ...(scope.educationCategoryIds.length > 0 ? [inCategories(scope.educationCategoryIds)] : []),
    ...(scope.educationRoleIds.length > 0 ? [inRoles(scope.educationRoleIds)] : []),
  ]
  return sql`(${sql.join(limits, sql` and `)})`
}

/** Manages the education, or is among those responsible for it, as a condition on a row of `educations`. */
export const answersForEducation = (actor: Actor): SQL =>
  or(managedBy(actor) ?? undefined, 'Educator' in actor.roles ? responsible(actor) : undefined) ?? sql`false`

/** `maySee` as a condition on a row of `educations`, but for own results, which open one education and no list. */
export function visibleTo(actor: Holder | null): SQL {
  const managed = managedBy(actor)
  if (!actor || !managed) return published
  return or(published, managed, responsible(actor)) ?? published
}

const ownResult = (actor: Holder) => sql`(
  exists (select 1 from education_results r where r.user_id = ${actor.id} and r.education_id = educations.id)
  or exists (
    select 1 from education_part_results r join education_to_part ep on ep.education_part_id = r.education_part_id
    where r.user_id = ${actor.id} and r.canceled = 0 and ep.education_id = educations.id
      and (r.education_id is null or r.education_id = educations.id)
  )
)`

/** As `visibleTo`, and open to whoever has a result there. */
export const readableBy = (actor: Holder | null): SQL =>
  actor ? (or(visibleTo(actor), ownResult(actor)) ?? published) : published

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
