import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { GuardianRelation, Pair } from './contract.ts'
import { requestsAtMost } from './rules.ts'
import { guardianLinks, guardianRequests } from './table.ts'

export type GuardianRequest = typeof guardianRequests.$inferSelect

const pairIs = ({ adultUserId, childUserId }: Pair) =>
  and(eq(guardianRequests.adultUserId, adultUserId), eq(guardianRequests.childUserId, childUserId))

const openOf = prepareQuery(({ query }, { adultUserId, now }: { adultUserId: number; now: string }) =>
  query
    .select()
    .from(guardianRequests)
    .where(
      and(
        eq(guardianRequests.adultUserId, adultUserId),
        isNull(guardianRequests.withdrawnAt),
        sql`${guardianRequests.expiresAt} > ${now}`,
      ),
    )
    .orderBy(guardianRequests.id),
)

/** What an adult has asked for and not withdrawn, whatever has become of it. */
export const selectOpenRequests = (db: Database, adultUserId: number, now: Date) =>
  openOf(db, { adultUserId, now: now.toISOString() })

export async function findRequest(db: Database, pair: Pair): Promise<GuardianRequest | null> {
  const [row] = await db.query.select().from(guardianRequests).where(pairIs(pair))
  return row ?? null
}

interface Asked extends Pair {
  relation: GuardianRelation
}

/** Statements that note a request. One that was declined stays declined; a trigger refuses a fourth. */
export function noteRequest({ db, now }: Visitor, asked: Asked, expiresAt: Date): Statement[] {
  const { adultUserId, childUserId, relation } = asked
  return [
    db.query.delete(guardianRequests).where(
      and(
        pairIs(asked),
        sql`(${guardianRequests.expiresAt} <= ${now.toISOString()}
            or (${guardianRequests.withdrawnAt} is not null and ${guardianRequests.declinedAt} is null))`,
      ),
    ),
    db.query
      .update(guardianRequests)
      .set({ withdrawnAt: null })
      .where(and(pairIs(asked), sql`withdrawn_at is not null`)),
    insertFrom(
      db.query,
      guardianRequests,
      { adultUserId, childUserId, relation, createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() },
      sql`where not exists (select 1 from guardian_requests r
        where r.adult_user_id = ${adultUserId} and r.child_user_id = ${childUserId})`,
    ),
  ]
}

const isNewRequest = ({ adultUserId, childUserId }: Pair, now: Date): SQL => sql`exists (
  select 1 from guardian_requests r where r.adult_user_id = ${adultUserId} and r.child_user_id = ${childUserId}
    and r.created_at = ${now.toISOString()})`

/** The unconfirmed link of a request that has just been noted, when there is such a child and few others ask about it. */
export const insertRequestedLink = ({ db, now }: Visitor, asked: Asked, bornAfter: string): Statement => {
  const { adultUserId, childUserId, relation } = asked
  return insertFrom(
    db.query,
    guardianLinks,
    { adultUserId, childUserId: sql`child.id`, createdByUserId: adultUserId, createdAt: now.toISOString(), relation },
    sql`from users child
    where child.id = ${childUserId} and child.inactive_at is null and child.protected_at is null
      and (child.birth_on is null or child.birth_on > ${bornAfter})
      and ${isNewRequest(asked, now)}
      and not exists (select 1 from guardian_links l
        where l.adult_user_id = ${adultUserId} and l.child_user_id = ${childUserId})
      and (select count(*) from guardian_links l
        where l.child_user_id = ${childUserId} and l.confirmed_at is null) < ${requestsAtMost}`,
  )
}

export const markRequestWithdrawn = (db: Database, pair: Pair, now: Date): Statement =>
  db.query
    .update(guardianRequests)
    .set({ withdrawnAt: now })
    .where(and(pairIs(pair), isNull(guardianRequests.withdrawnAt)))

export const markRequestDeclined = (db: Database, pair: Pair, now: Date): Statement =>
  db.query.update(guardianRequests).set({ declinedAt: now }).where(pairIs(pair))

/** A confirmed request is open no longer. */
export const removeRequest = (db: Database, pair: Pair): Statement =>
  db.query.delete(guardianRequests).where(pairIs(pair))

export const removeExpiredRequests = (db: Database, now: Date): Statement =>
  db.query.delete(guardianRequests).where(lt(guardianRequests.expiresAt, now))
