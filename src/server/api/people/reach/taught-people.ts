import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { isUnprotected, type PersonId, taughtWithin } from './branches.ts'
import { learningReach } from './learning-reach.ts'

/**
 * The actor manages or answers for an education or an occasion that the person takes, or took within the months that the portal is set
 * to. Nobody teaches people with a protected identity or outside
 * the own list of organisations.
 */
export function teaches(actor: Actor, userId: PersonId): SQL {
  if (!('Educator' in actor.roles)) return sql`false`
  const rows = learningReach
    .get()
    .rowsTaught(actor, userId)
    .map((row) => sql`exists (${row})`)
  return sql`(${taughtWithin(actor, userId)} and ${isUnprotected(userId)} and (${sql.join(rows, sql` or `)}))`
}

/** `teaches` with what it opens: null for nobody taught, else 1, with 2 for a live booking and 4 for an age rule. */
export function taughtFacts(actor: Actor, userId: PersonId): SQL {
  if (!('Educator' in actor.roles)) return sql`null`
  const rows = sql.join(learningReach.get().rowsTaught(actor, userId), sql` union all `)
  return sql`(case when ${taughtWithin(actor, userId)} and ${isUnprotected(userId)} then (
    select 1 + 2 * max(taught_row.is_live) + 4 * max(taught_row.has_age_rule) from (${rows}) taught_row) end)`
}
