import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { notifyEach } from '#api/foundation/notices/storage.ts'
import { officeOf } from '#api/people/reach/office.ts'
import type { Statement } from '#platform/database.ts'
import type { GuardianRelation, Pair } from './contract.ts'
import { guardiansOf, hasDecidingGuardian } from './readers.ts'

export interface Named {
  firstName: string
  lastName: string
}

const nameOf = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`

/** The child and its guardians; the office too while no guardian can decide. Nobody is told of what they did themselves. */
function readersOf(ctx: Ctx, { adultUserId, childUserId }: Pair): SQL {
  const except = JSON.stringify([ctx.actor.id, adultUserId])
  return sql`select id from (select ${childUserId} as id union ${guardiansOf(childUserId, ctx.now, ctx.actor.id)}
    union select id from (${officeOf(childUserId, ctx.actor.id)}) where not ${hasDecidingGuardian(childUserId)})
    where id not in (select value from json_each(${except}))`
}

interface News extends Pair {
  adult: Named
  child: Named
  relation: GuardianRelation | null
}

const valuesOf = ({ adult, child, relation }: News) => ({
  name: nameOf(adult),
  child: nameOf(child),
  ...(relation ? { context: relation } : {}),
})

const pathOf = ({ childUserId }: Pair) => `/profile/${childUserId}#guardians`

/** Tells of a link that this very moment began to wait; put after the statement that writes it. */
export const tellRequested = (ctx: Ctx, news: News): Statement =>
  notifyEach(
    ctx,
    sql`select id from (${readersOf(ctx, news)}) where exists (select 1 from guardian_links l
      where l.adult_user_id = ${news.adultUserId} and l.child_user_id = ${news.childUserId}
        and l.confirmed_at is null and l.created_at = ${ctx.now.toISOString()})`,
    { kind: 'guardianRequested', values: valuesOf(news), path: pathOf(news) },
  )

/** Tells of a confirmation; put before the statement that writes it, so that of two at once one tells. */
export const tellConfirmed = (ctx: Ctx, news: News, when: SQL): Statement =>
  notifyEach(ctx, sql`select id from (${readersOf(ctx, news)} union select ${news.adultUserId}) where ${when}`, {
    kind: 'guardianConfirmed',
    values: valuesOf(news),
    path: pathOf(news),
  })
