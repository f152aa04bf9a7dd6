import type { Actor } from '#api/actor.ts'
import { type ManagedEducation, mayManage } from '#api/people/reach/access.ts'

/**
 * Whether the actor may organise an occasion: managers of an education that it is given for, and educators who are
 * responsible for it.
 */
export const mayOrganize = (
  actor: Pick<Actor, 'id' | 'roles'>,
  educations: readonly ManagedEducation[],
  responsibleIds: readonly number[],
): boolean =>
  educations.some((education) => mayManage(actor, education)) ||
  ('Educator' in actor.roles && responsibleIds.includes(actor.id))
