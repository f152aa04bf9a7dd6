import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { notifyEach } from '#api/foundation/notices/storage.ts'
import { selectOfficeIds } from '#api/people/reach/office.ts'
import type { Statement } from '#platform/database.ts'
import type { GuardianRelation, Pair } from './contract.ts'
import { hasDecidingGuardian, selectGuardianIds } from './recipients.ts'

export interface PersonName {
  firstName: string
  lastName: string
}

const nameOf = ({ firstName, lastName }: PersonName) => `${firstName} ${lastName}`

/**
 * SQL query for the recipients: the child, its guardians and, while no guardian may decide, the office. Leaves out the
 * person who acted.
 */
function recipientsOf(ctx: Ctx, { adultUserId, childUserId }: Pair): SQL {
  const except = JSON.stringify([ctx.actor.id, adultUserId])
  return sql`select id from (select ${childUserId} as id union ${selectGuardianIds(childUserId, ctx.now, ctx.actor.id)}
    union select id from (${selectOfficeIds(childUserId, ctx.actor.id)}) where not ${hasDecidingGuardian(childUserId)})
    where id not in (select value from json_each(${except}))`
}

interface LinkEvent extends Pair {
  adult: PersonName
  child: PersonName
  relation: GuardianRelation | null
}

const valuesOf = ({ adult, child, relation }: LinkEvent) => ({
  name: nameOf(adult),
  child: nameOf(child),
  ...(relation ? { context: relation } : {}),
})

const pathOf = ({ childUserId }: Pair) => `/profile/${childUserId}?tab=account#guardians`

/**
 * Returns the statement that notifies of a guardian link that this commit creates unconfirmed: the child, its guardians
 * and, while no guardian may decide, the office. Nobody when the commit did not create one. Never the caller or the
 * adult. Placed after the statement that writes it.
 */
export const notifyRequested = (ctx: Ctx, event: LinkEvent): Statement =>
  notifyEach(
    ctx,
    sql`select id from (${recipientsOf(ctx, event)}) where exists (select 1 from guardian_links l
      where l.adult_user_id = ${event.adultUserId} and l.child_user_id = ${event.childUserId}
        and l.confirmed_at is null and l.created_at = ${ctx.now.toISOString()})`,
    { kind: 'guardianRequested', values: valuesOf(event), path: pathOf(event) },
  )

/**
 * Returns the statement that notifies of a confirmation when `when` holds: the adult, the child, its guardians and,
 * while no guardian may decide, the office. Placed before the statement that writes it, so that of two at once only one
 * notifies.
 */
export const notifyConfirmed = (ctx: Ctx, event: LinkEvent, when: SQL): Statement =>
  notifyEach(ctx, sql`select id from (${recipientsOf(ctx, event)} union select ${event.adultUserId}) where ${when}`, {
    kind: 'guardianConfirmed',
    values: valuesOf(event),
    path: pathOf(event),
  })
