import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { isInEducatorScope, isUnprotected, type PersonId } from './branches.ts'
import { learningReach } from './learning-reach.ts'

/**
 * SQL condition: the actor manages or is responsible for an education or occasion that the person takes, or took within
 * the configured number of months. False without the role Educator, for people with a protected identity, and for
 * people outside the educator's own list of organisations.
 */
export function teaches(actor: Actor, userId: PersonId): SQL {
  if (!('Educator' in actor.roles)) return sql`false`
  const rows = learningReach
    .get()
    .rowsTaught(actor, userId)
    .map((row) => sql`exists (${row})`)
  return sql`(${isInEducatorScope(actor, userId)} and ${isUnprotected(userId)} and (${sql.join(rows, sql` or `)}))`
}

/**
 * SQL expression for how the actor teaches the person, by the rules of `teaches`: null when not at all, else the sum of
 * 1, of 2 for a live booking, and of 4 for an education with an age rule. They decide which fields the actor sees.
 */
export function teachingDetails(actor: Actor, userId: PersonId): SQL {
  if (!('Educator' in actor.roles)) return sql`null`
  const rows = sql.join(learningReach.get().rowsTaught(actor, userId), sql` union all `)
  return sql`(case when ${isInEducatorScope(actor, userId)} and ${isUnprotected(userId)} then (
    select 1 + 2 * max(taught_row.is_live) + 4 * max(taught_row.has_age_rule) from (${rows}) taught_row) end)`
}
