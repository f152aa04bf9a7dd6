import { type Actor, isSuperadministrator } from '#api/actor.ts'

/**
 * True when the actor may approve, note attendance and complete for the user: never for oneself, except as a
 * superadministrator.
 */
export const canDecideFor = (actor: Pick<Actor, 'id' | 'roles'>, userId: number): boolean =>
  actor.id !== userId || isSuperadministrator(actor)
