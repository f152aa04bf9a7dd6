import { type Actor, isEducatorLevel } from '#api/actor.ts'

/** Whether the actor may set a user's favourite categories: only the user. */
export const maySetFavorites = (actor: Actor, userId: number) => actor.id === userId
/**
 * Whether the actor may see a user's favourite categories: the user, and educators and above. The caller checks in
 * addition whether the user is within the actor's reach.
 */
export const maySeeFavorites = (actor: Actor, userId: number) => actor.id === userId || isEducatorLevel(actor)
