import { type Actor, isSuperadministrator } from '#api/actor.ts'

/** Approval, attendance and completion are somebody else's to say; nobody stands above a superadministrator. */
export const mayDecideFor = (actor: Pick<Actor, 'id' | 'roles'>, userId: number): boolean =>
  actor.id !== userId || isSuperadministrator(actor)
