import { type Actor, isSuperadministrator } from '#api/actor.ts'

/** Whether the actor may read a user's payments: the payer and superadministrators. */
export const mayReadPayments = (actor: Pick<Actor, 'id' | 'roles'>, userId: number): boolean =>
  actor.id === userId || isSuperadministrator(actor)
