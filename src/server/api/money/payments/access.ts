import { type Actor, isSuperadministrator } from '#api/actor.ts'

/** What somebody has paid is theirs to see, and the office's that answers for the money. */
export const mayReadPaymentsOf = (actor: Pick<Actor, 'id' | 'roles'>, userId: number): boolean =>
  actor.id === userId || isSuperadministrator(actor)
