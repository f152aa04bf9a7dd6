import { type Actor, isSuperadministrator } from '#api/actor.ts'

/** Whether the actor may change a medium: its uploader and superadministrators. */
export const mayChangeMedium = (actor: Pick<Actor, 'id' | 'roles'>, medium: { uploadedByUserId: number }): boolean =>
  medium.uploadedByUserId === actor.id || isSuperadministrator(actor)
