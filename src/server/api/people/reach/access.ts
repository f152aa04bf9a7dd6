import { type Actor, isAdministrator } from '#api/actor.ts'

/** Which educations a person manages (spec G-078). */
export type ManagementScope =
  | { kind: 'all' }
  | { kind: 'none' }
  | { kind: 'responsible' }
  /** A list that is empty does not limit; one that is not must hold one of the education's own. */
  | { kind: 'lists'; educationCategoryIds: number[]; educationRoleIds: number[] }

type Person = Pick<Actor, 'id' | 'roles'>

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

export interface Managed {
  educationCategoryIds: number[]
  educationRoleIds: number[]
  responsibleIds: number[]
}

const within = (list: number[], ids: number[]) => list.length === 0 || ids.some((id) => list.includes(id))

export function mayManage(actor: Person | null, education: Managed): boolean {
  const scope = managementScope(actor)
  if (scope.kind === 'lists') {
    return (
      within(scope.educationCategoryIds, education.educationCategoryIds) &&
      within(scope.educationRoleIds, education.educationRoleIds)
    )
  }
  if (scope.kind === 'responsible') return actor !== null && education.responsibleIds.includes(actor.id)
  return scope.kind === 'all'
}

/**
 * An unpublished or archived education is hidden from everybody but those who manage it or answer for it;
 * a learner who has a result there may read it (spec G-021).
 */
export function maySee(
  actor: Person | null,
  education: Managed & { published: boolean; archived: boolean },
  hasResult = false,
): boolean {
  if (education.published && !education.archived) return true
  if (!actor) return false
  const answersForIt = 'Educator' in actor.roles && education.responsibleIds.includes(actor.id)
  return hasResult || answersForIt || mayManage(actor, education)
}
