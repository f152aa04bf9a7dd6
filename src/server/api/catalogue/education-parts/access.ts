import { type Actor, isAdministrator } from '#api/actor.ts'
import { type Managed, mayManage } from '#api/people/reach/access.ts'

/** A package goes to a part of an education that one manages; a part that no education holds is the administrators'. */
export const mayUploadTo = (actor: Actor, educations: readonly Managed[]): boolean =>
  isAdministrator(actor) || educations.some((education) => mayManage(actor, education))
