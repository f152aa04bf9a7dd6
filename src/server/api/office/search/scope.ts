import { and, or, type SQL, sql } from 'drizzle-orm'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import { isOrganizationAdmin } from '#api/held-roles.ts'
import { teachingDetails } from '#api/people/reach/taught-people.ts'
import { administers, looksAfter } from '#api/people/reach/within-reach.ts'
import { activeEducators } from '#api/people/roles/views.ts'

const userId = sql`users.id`

/**
 * SQL condition on `users`: the actor may find the person by the beginning of their user name, e-mail address or
 * register id. Undefined when that is everybody whom the actor may find.
 */
export const canMatchAccount = (actor: Actor | null): SQL | undefined =>
  actor && 'Educator' in actor.roles ? administers(actor, userId) : undefined

/**
 * SQL condition on `users`: the actor may find the person in a search; with `onlyEducators` active educators and
 * administrators alone. Null when the actor may search for nobody: without a session, or below educators and club
 * administrators.
 */
export function searchablePeople(actor: Actor | null, onlyEducators: boolean): SQL | null {
  if (!actor) return null
  const conditions = [
    ...(isEducatorLevel(actor) ? [looksAfter(actor, userId)] : []),
    ...(isOrganizationAdmin(actor) ? [administers(actor, userId)] : []),
  ]
  if (conditions.length === 0) return null
  return and(or(...conditions), onlyEducators ? sql`${userId} in ${activeEducators}` : undefined) ?? null
}

/**
 * SQL condition on `users`: the actor may see the person's e-mail address and phone number, as their office or while
 * the actor teaches them and a booking is live. Finding a person by one of them, or by the register id, gives it away.
 */
export const canSeeContact = (actor: Actor): SQL =>
  sql`(${administers(actor, userId)} or coalesce(${teachingDetails(actor, userId)} & 2, 0) = 2)`
