import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import { looksAfter } from '#api/people/reach/within-reach.ts'

/** SQL condition on `users`: whether the actor may find the person; null when the actor may not search for people. */
export const searchablePeople = (actor: Actor | null): SQL | null =>
  actor && isEducatorLevel(actor) ? looksAfter(actor, sql`users.id`) : null
