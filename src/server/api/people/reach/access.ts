import { type Actor, isAdministrator } from '#api/actor.ts'

/** The educations that a person manages (spec G-078). */
export type ManagementScope =
  | { kind: 'all' }
  | { kind: 'none' }
  | { kind: 'responsible' }
  /** An empty list does not limit. A list with ids must contain one of the ids of the education. */
  | { kind: 'lists'; educationCategoryIds: number[]; educationRoleIds: number[] }

type Person = Pick<Actor, 'id' | 'roles'>

/**
 * Classifies which educations the actor manages: all as an administrator, those of the role's lists (categories and
 * roles) as an educator, none otherwise and without a session. An educator without lists manages those that they are
 * responsible for; with lists, responsibility adds none (`managesOrIsResponsible` adds it).
 */
export function managementScope(actor: Person | null): ManagementScope {
  if (!actor) return { kind: 'none' }
  if (isAdministrator(actor)) return { kind: 'all' }
  const lists = actor.roles.Educator
  if (!lists) return { kind: 'none' }
  const educationCategoryIds = lists.EducationCategory ?? []
  const educationRoleIds = lists.EducationRole ?? []
  if (educationCategoryIds.length === 0 && educationRoleIds.length === 0) return { kind: 'responsible' }
  return { kind: 'lists', educationCategoryIds, educationRoleIds }
}

/** Fields of an education that decide who manages it. */
export interface ManagedEducation {
  educationCategoryIds: number[]
  educationRoleIds: number[]
  responsibleIds: number[]
}

const matchesList = (list: number[], ids: number[]) => list.length === 0 || ids.some((id) => list.includes(id))

/**
 * Returns whether the actor manages the education. Administrators manage all, educators those that match each of their
 * lists (categories and roles; an empty one matches all) or, without lists, those that they are responsible for; a
 * visitor without a session none.
 */
export function mayManage(actor: Person | null, education: ManagedEducation): boolean {
  const scope = managementScope(actor)
  if (scope.kind === 'lists') {
    return (
      matchesList(scope.educationCategoryIds, education.educationCategoryIds) &&
      matchesList(scope.educationRoleIds, education.educationRoleIds)
    )
  }
  if (scope.kind === 'responsible') return actor !== null && education.responsibleIds.includes(actor.id)
  return scope.kind === 'all'
}

/**
 * True when the actor, null without a session, may read the education. An unpublished or archived education is visible
 * only to those who manage it, to responsible educators and to learners with a result there (spec G-021). `hasResult`
 * says whether the actor is such a learner.
 */
export function maySee(
  actor: Person | null,
  education: ManagedEducation & { published: boolean; archived: boolean },
  hasResult = false,
): boolean {
  if (education.published && !education.archived) return true
  if (!actor) return false
  const isResponsible = 'Educator' in actor.roles && education.responsibleIds.includes(actor.id)
  return hasResult || isResponsible || mayManage(actor, education)
}
