import { type Actor, isEducatorLevel } from '../actor.ts'

export const mayChooseFavorites = (actor: Actor, userId: number) => actor.id === userId
export const maySeeFavorites = (actor: Actor, userId: number) => actor.id === userId || isEducatorLevel(actor)
