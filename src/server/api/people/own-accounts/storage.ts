import { and, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { type AccountState, accountDays, daysBefore } from './rules.ts'
import { accountRequests } from './table.ts'

export type StoredRequest = typeof accountRequests.$inferSelect

/**
 * SQL expression: the id of the person with the user name, in any case of letters, inside the transaction that inserts
 * them; null for nobody.
 */
export const selectIdByName = (userName: string): SQL<number> =>
  sql<number>`(select named.id from users named where lower(named.user_name) = lower(${userName}))`

/**
 * Returns the statement that stores a request for an account. The commit fails as `own_account_proof_invalid` for a
 * used proof of the e-mail address, and as `changed_meanwhile` while the e-mail address has another open one.
 */
export const insertRequest = (db: Database, request: typeof accountRequests.$inferInsert): Statement =>
  db.query.insert(accountRequests).values(request)

/**
 * Returns the statement that stores, in the request for an account with the hash of a proof, the person whose account
 * it has become. An unknown proof changes nothing.
 */
export const setRequestUser = (db: Database, proofHash: string, userId: SQL<number>): Statement =>
  db.query.update(accountRequests).set({ userId }).where(eq(accountRequests.proofHash, proofHash))

const withoutSecrets = { passwordHash: null, personalNumberHash: null, guardianTokenHash: null, guardianEmail: null }

/**
 * SQL query for the requests of an e-mail address that the office has not answered; also one that a guardian has
 * declined.
 */
const selectUnanswered = (email: string): SQL => sql`select 1 as found from account_requests unanswered
  where lower(unanswered.email) = lower(${email})
    and (unanswered.needs_review = 1 or (unanswered.state = 'review' and unanswered.settled_at is null))`

/**
 * Returns whether the office has not answered a request for an account of the e-mail address, in any case of letters.
 * The request is under review, or was before a newer one.
 */
export async function isUnderReview(db: Database, email: string): Promise<boolean> {
  const rows = await db.rows(selectUnanswered(email))
  return rows.length > 0
}

/**
 * Returns the statement that stores the request of a person who claims an existing account, as opened; it comes before
 * `replaceOpenRequests` in the batch. The commit fails as `changed_meanwhile` when the e-mail address has come under
 * review: of guesses at a date of birth at once, none may claim.
 */
export const insertClaim = (db: Database, request: Omit<typeof accountRequests.$inferInsert, 'state'>): Statement =>
  db.query.insert(accountRequests).values({
    ...request,
    state: sql`case when exists (${selectUnanswered(request.email)}) then null else 'opened' end`,
  })

/**
 * Returns the statement that ends the review of an e-mail address, for all its requests for an account, as when the
 * office has declined one. Open requests keep their state.
 */
export const endReview = (db: Database, email: string): Statement =>
  db.query
    .update(accountRequests)
    .set({ needsReview: false })
    .where(sql`lower(${accountRequests.email}) = lower(${email})`)

/**
 * Returns the statement that declines the open requests for an account of an e-mail address, or of an identification,
 * because a newer one replaces them. It forgets their passwords and links; the e-mail address stays under review if it
 * was.
 */
export const replaceOpenRequests = (
  { db, now }: Visitor,
  { email, personalNumberHash }: Pick<StoredRequest, 'email' | 'personalNumberHash'>,
): Statement =>
  db.query
    .update(accountRequests)
    .set({
      ...withoutSecrets,
      needsReview: sql`needs_review = 1 or state = 'review'`,
      state: 'declined',
      settledAt: now,
    })
    .where(
      and(
        sql`(lower(${accountRequests.email}) = lower(${email})
          or ${accountRequests.personalNumberHash} = ${personalNumberHash})`,
        isNull(accountRequests.settledAt),
      ),
    )

/**
 * Returns the statement that removes the hashes of settled requests. An earlier version of the portal, which may run
 * during a roll-out, settles a request without, and a hash that stays refuses the person's next request.
 */
export const forgetSettledHashes = (db: Database): Statement =>
  db.query
    .update(accountRequests)
    .set({ personalNumberHash: null })
    .where(and(isNotNull(accountRequests.personalNumberHash), isNotNull(accountRequests.settledAt)))

interface Settlement {
  state: Extract<AccountState, 'opened' | 'declined'>
  userId?: SQL<number>
  guardianUserId?: number
}

/**
 * Returns the statement that settles a request for an account as the caller, and forgets its password and link. It
 * opens no account; an absent person or guardian leaves the stored one. The commit fails as `already_done` when another
 * decision came first.
 */
export const settleRequest = (ctx: Visitor, id: number, { state, userId, guardianUserId }: Settlement): Statement =>
  ctx.db.query
    .update(accountRequests)
    .set({
      ...withoutSecrets,
      state,
      settledAt: ctx.now,
      settledByUserId: ctx.actor?.id ?? null,
      ...(userId ? { userId } : {}),
      ...(guardianUserId ? { guardianUserId } : {}),
    })
    .where(eq(accountRequests.id, id))

/**
 * Returns the statement that passes a request for an account on to the office after the guardian has consented. It
 * forgets the guardian's link and e-mail address. The commit fails as `already_done` when the request is settled or
 * with the office already.
 */
export const passToReview = (
  db: Database,
  id: number,
  consent: Pick<StoredRequest, 'guardianUserId' | 'guardianRelation' | 'isProtectedMatch'>,
): Statement =>
  db.query
    .update(accountRequests)
    .set({ ...consent, guardianTokenHash: null, guardianEmail: null, state: 'review' })
    .where(eq(accountRequests.id, id))

const isOpen = (state: AccountState, now: Date) =>
  and(
    eq(accountRequests.state, state),
    isNull(accountRequests.settledAt),
    gt(accountRequests.createdAt, daysBefore(now, accountDays)),
  )

/**
 * Finds a request for an account that waits for the guardian by the hash of the mailed token; null when there is none,
 * or it has expired.
 */
export async function findWaitingRequest(db: Database, tokenHash: string, now: Date): Promise<StoredRequest | null> {
  const [row] = await db.query
    .select()
    .from(accountRequests)
    .where(and(eq(accountRequests.guardianTokenHash, tokenHash), isOpen('waiting', now)))
  return row ?? null
}

/** Finds a request for an account by id, in any state; null when there is none. Access is not checked here. */
export async function findRequest(db: Database, id: number): Promise<StoredRequest | null> {
  const [row] = await db.query.select().from(accountRequests).where(eq(accountRequests.id, id))
  return row ?? null
}

/**
 * Returns the statement that removes the requests for an account that have become this person's account, with their
 * names and e-mail address.
 */
export const removeRequestsOf = (db: Database, userId: number): Statement =>
  db.query.delete(accountRequests).where(eq(accountRequests.userId, userId))

/**
 * Returns the statement that removes requests for an account made more than `accountDays` ago, whatever their state.
 */
export const removeOldRequests = (db: Database, now: Date): Statement =>
  db.query.delete(accountRequests).where(lt(accountRequests.createdAt, daysBefore(now, accountDays)))
