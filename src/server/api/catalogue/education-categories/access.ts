import { type Actor, isEducatorLevel } from '#api/actor.ts'

export const mayChooseFavorites = (actor: Actor, userId: number) => actor.id === userId
/** Of others only those whom the caller teaches or answers for, which is judged beside this. */
export const maySeeFavorites = (actor: Actor, userId: number) => actor.id === userId || isEducatorLevel(actor)
