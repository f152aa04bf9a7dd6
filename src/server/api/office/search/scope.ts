import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import { looksAfter } from '#api/people/reach/within-reach.ts'

/** Whom a person may look for, as a condition on a row of `users`; null for those who may look for nobody. */
export const searchablePeople = (actor: Actor | null): SQL | null =>
  actor && isEducatorLevel(actor) ? looksAfter(actor, sql`users.id`) : null
