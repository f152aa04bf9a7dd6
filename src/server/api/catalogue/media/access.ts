import { type Actor, isSuperadministrator } from '#api/actor.ts'

/** What one has sent oneself; the superadministrator answers for the rest of the library. */
export const mayChangeMedium = (actor: Pick<Actor, 'id' | 'roles'>, medium: { uploadedByUserId: number }): boolean =>
  medium.uploadedByUserId === actor.id || isSuperadministrator(actor)
