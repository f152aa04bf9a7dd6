import { type Actor, isAdministrator } from '#api/actor.ts'
import { type ManagedEducation, mayManage } from '#api/people/reach/access.ts'

/**
 * Whether the actor may upload a package to a part: managers of an education that contains it, and administrators.
 * `educations` are those that contain the part.
 */
export const mayUploadTo = (actor: Actor, educations: readonly ManagedEducation[]): boolean =>
  isAdministrator(actor) || educations.some((education) => mayManage(actor, education))
