import { and, eq, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { GuardianRelation, Pair } from './contract.ts'
import { maxOpenRequests } from './rules.ts'
import { guardianLinks, guardianRequests } from './table.ts'

export type GuardianRequest = typeof guardianRequests.$inferSelect

const pairIs = ({ adultUserId, childUserId }: Pair) =>
  and(eq(guardianRequests.adultUserId, adultUserId), eq(guardianRequests.childUserId, childUserId))

const openRequests = prepareQuery(({ query }, { adultUserId, now }: { adultUserId: number; now: string }) =>
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

/**
 * Selects an adult's requests to become a child's guardian that are neither withdrawn nor expired, the oldest first.
 * Declined ones are among them, so that the adult does not learn of it.
 */
export const selectOpenRequests = (db: Database, adultUserId: number, now: Date) =>
  openRequests(db, { adultUserId, now: now.toISOString() })

/** Finds the request of an adult to become a child's guardian, in any state; null when there is none. */
export async function findRequest(db: Database, pair: Pair): Promise<GuardianRequest | null> {
  const [row] = await db.query.select().from(guardianRequests).where(pairIs(pair))
  return row ?? null
}

interface NewRequest extends Pair {
  relation: GuardianRelation
}

/**
 * Returns the statements that store an adult's request to become a child's guardian, in place of a withdrawn one.
 * An open one stays as it is, and the adult's expired ones are removed. A declined request stays declined until it
 * expires, also when it was withdrawn, but shows to the adult as open again. The commit fails as
 * `guardian_requests_full` when the adult has three other open ones already, declined ones among them.
 */
export function saveRequest({ db, now }: Visitor, request: NewRequest, expiresAt: Date): Statement[] {
  const { adultUserId, childUserId, relation } = request
  return [
    // All expired ones of the adult, since the trigger of a reopened request counts those that have expired since.
    db.query
      .delete(guardianRequests)
      .where(and(eq(guardianRequests.adultUserId, adultUserId), lte(guardianRequests.expiresAt, now))),
    db.query
      .delete(guardianRequests)
      .where(and(pairIs(request), sql`withdrawn_at is not null and declined_at is null`)),
    db.query
      .update(guardianRequests)
      .set({ withdrawnAt: null })
      .where(and(pairIs(request), sql`withdrawn_at is not null`)),
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

/**
 * Returns the statement that inserts the unconfirmed guardian link of a request that `saveRequest` has just stored. It
 * writes nothing when the two are linked already, or unless the id belongs to an active, unprotected child with fewer
 * than three open links. A child was born after the day `bornAfter` (`yyyy-MM-dd`), or has no date of birth.
 */
export const insertRequestedLink = ({ db, now }: Visitor, request: NewRequest, bornAfter: string): Statement => {
  const { adultUserId, childUserId, relation } = request
  return insertFrom(
    db.query,
    guardianLinks,
    { adultUserId, childUserId: sql`child.id`, createdByUserId: adultUserId, createdAt: now.toISOString(), relation },
    sql`from users child
    where child.id = ${childUserId} and child.inactive_at is null and child.protected_at is null
      and (child.birth_on is null or child.birth_on > ${bornAfter})
      and ${isNewRequest(request, now)}
      and not exists (select 1 from guardian_links l
        where l.adult_user_id = ${adultUserId} and l.child_user_id = ${childUserId})
      and (select count(*) from guardian_links l
        where l.child_user_id = ${childUserId} and l.confirmed_at is null) < ${maxOpenRequests}`,
  )
}

/**
 * Returns the statement that marks a request to become a child's guardian as withdrawn; the link stays. It does nothing
 * when the request is withdrawn already.
 */
export const markRequestWithdrawn = (db: Database, pair: Pair, now: Date): Statement =>
  db.query
    .update(guardianRequests)
    .set({ withdrawnAt: now })
    .where(and(pairIs(pair), isNull(guardianRequests.withdrawnAt)))

/**
 * Returns the statement that marks a request to become a child's guardian as declined; without a request it does
 * nothing. The link stays.
 */
export const markRequestDeclined = (db: Database, pair: Pair, now: Date): Statement =>
  db.query.update(guardianRequests).set({ declinedAt: now }).where(pairIs(pair))

/**
 * Returns the statement that removes an adult's request to become a child's guardian, in any state; without a request
 * it does nothing. The guardian link stays.
 */
export const removeRequest = (db: Database, pair: Pair): Statement =>
  db.query.delete(guardianRequests).where(pairIs(pair))

/** Returns the statement that removes everybody's expired requests to become a child's guardian; links stay. */
export const removeExpiredRequests = (db: Database, now: Date): Statement =>
  db.query.delete(guardianRequests).where(lt(guardianRequests.expiresAt, now))
