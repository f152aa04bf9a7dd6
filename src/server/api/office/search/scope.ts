import { or, type SQL, sql } from 'drizzle-orm'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import { isOrganizationAdmin } from '#api/held-roles.ts'
import { teachingDetails } from '#api/people/reach/taught-people.ts'
import { administers, looksAfter } from '#api/people/reach/within-reach.ts'

const userId = sql`users.id`

/**
 * SQL condition on `users`: the actor may find the person in a search. Null when the actor may search for nobody:
 * without a session, or below educators and club administrators.
 */
export function searchablePeople(actor: Actor | null): SQL | null {
  if (!actor) return null
  const conditions = [
    ...(isEducatorLevel(actor) ? [looksAfter(actor, userId)] : []),
    ...(isOrganizationAdmin(actor) ? [administers(actor, userId)] : []),
  ]
  return or(...conditions) ?? null
}

/**
 * SQL condition on `users`: the actor may see the person's phone number, as their office or while the actor teaches
 * them and a booking is live. Finding a person by the number gives it away.
 */
export const canSeePhone = (actor: Actor): SQL =>
  sql`(${administers(actor, userId)} or coalesce(${teachingDetails(actor, userId)} & 2, 0) = 2)`
