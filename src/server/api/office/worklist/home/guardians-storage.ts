import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import { guardianLinksView } from '#api/people/guardians/views.ts'
import { administers } from '#api/people/reach/within-reach.ts'
import { nameOfPerson, peopleView } from '#api/people/users/views.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { PendingGuardian } from './contract.ts'

/** SQL `from` clause: unconfirmed links of children whom the actor administers. */
const fromUnconfirmed = (actor: Actor, now: Date): SQL => sql`${guardianLinksView} link
  join ${peopleView} child on child.id = link.child_user_id
  where link.confirmed_at is null and child.inactive_at is null and link.child_user_id <> ${actor.id}
    and (child.birth_on is null or child.birth_on > ${latestAdultBirth(toPortalDay(now))})
    and ${administers(actor, sql`link.child_user_id`)}`

/**
 * Counts the unconfirmed guardian links that the actor may confirm as the office of the child, and returns since when
 * the oldest waits. That is null without any. Only of active children whom the actor administers, under age or without
 * a date of birth, and never the actor's own.
 */
export const countPendingGuardians = async (db: Database, actor: Actor, now: Date) =>
  toQueueCount(
    await db.query
      .select(queueColumns(sql`pending.created_at`))
      .from(sql`(select link.created_at from ${fromUnconfirmed(actor, now)}) pending`),
  )

/**
 * Lists a page of the unconfirmed guardian links that the actor may confirm as the office of the child, oldest first.
 * Only of active children whom the actor administers, under age or without a date of birth, and never the actor's own.
 * `page` counts from 1. A name is `#<id>` for an account without one.
 */
export async function listPendingGuardians(
  db: Database,
  actor: Actor,
  { page, pageSize }: { page: number; pageSize: number },
  now: Date,
): Promise<PendingGuardian[]> {
  const rows = await db.query
    .select({
      adultUserId: sql<number>`pending.adult_user_id`.as('adult_id'),
      adultName: nameOfPerson(sql`pending.adult_user_id`).as('adult_name'),
      childUserId: sql<number>`pending.child_user_id`.as('child_id'),
      childName: nameOfPerson(sql`pending.child_user_id`).as('child_name'),
      createdAt: sql<string>`pending.created_at`.as('linked_at'),
    })
    .from(
      sql`(select link.* from ${fromUnconfirmed(actor, now)} order by link.created_at, link.child_user_id, link.adult_user_id
        limit ${pageSize} offset ${(page - 1) * pageSize}) pending`,
    )
    .orderBy(sql`pending.created_at`, sql`pending.child_user_id`, sql`pending.adult_user_id`)
  return rows.map(({ createdAt, adultName, childName, ...row }) => ({
    ...row,
    adultName: adultName ?? `#${row.adultUserId}`,
    childName: childName ?? `#${row.childUserId}`,
    created: new Date(createdAt),
  }))
}
