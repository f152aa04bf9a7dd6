import { and, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { oneTimeTokens, type TokenPurpose } from './table.ts'

export type OneTimeToken = typeof oneTimeTokens.$inferSelect

/**
 * Returns the statement that inserts a one-time token, by its hash, with five attempts unless `triesLeft` says
 * otherwise. Earlier tokens of the person stay.
 */
export const insertToken = (db: Database, token: typeof oneTimeTokens.$inferInsert): Statement =>
  db.query.insert(oneTimeTokens).values(token)

/**
 * Returns the statement that removes a person's one-time tokens of a purpose, used or not. It also removes everybody's
 * tokens that expired more than a day ago.
 */
export const removeTokens = (db: Database, userId: number, purpose: TokenPurpose, now: Date): Statement =>
  db.query
    .delete(oneTimeTokens)
    .where(
      or(
        and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose)),
        lt(oneTimeTokens.expiresAt, new Date(now.getTime() - 86_400_000)),
      ),
    )

const isUsable = (purpose: TokenPurpose, now: Date) =>
  and(eq(oneTimeTokens.purpose, purpose), isNull(oneTimeTokens.usedAt), gt(oneTimeTokens.expiresAt, now))

/**
 * Finds a one-time token of a purpose by its hash, unused and unexpired, also one without an attempt left; null when
 * there is none. Does not use it up.
 */
export async function findToken(
  db: Database,
  purpose: TokenPurpose,
  tokenHash: string,
  now: Date,
): Promise<OneTimeToken | null> {
  const [row] = await db.query
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.tokenHash, tokenHash), isUsable(purpose, now)))
  return row ?? null
}

/**
 * Marks a one-time token of a purpose as used, at once, and returns it; null when it is unknown, used or expired. Of
 * two requests at once one gets the token and the other null. The attempts left are not checked here.
 */
export async function claimToken(
  db: Database,
  purpose: TokenPurpose,
  tokenHash: string,
  now: Date,
): Promise<OneTimeToken | null> {
  const [row] = await db.query
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(eq(oneTimeTokens.tokenHash, tokenHash), isUsable(purpose, now)))
    .returning()
  return row ?? null
}

/** Finds a one-time token of a purpose by its hash that has been used and has not expired; null when there is none. */
export async function findUsedToken(
  db: Database,
  purpose: TokenPurpose,
  tokenHash: string,
  now: Date,
): Promise<OneTimeToken | null> {
  const [row] = await db.query
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.tokenHash, tokenHash),
        eq(oneTimeTokens.purpose, purpose),
        isNotNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
  return row ?? null
}

const countAttemptWhere = async (
  db: Database,
  condition: SQL,
  purpose: TokenPurpose,
  now: Date,
): Promise<OneTimeToken | null> => {
  const [row] = await db.query
    .update(oneTimeTokens)
    .set({ triesLeft: sql`tries_left - 1` })
    .where(and(condition, isUsable(purpose, now), gt(oneTimeTokens.triesLeft, 0)))
    .returning()
  return row ?? null
}

/**
 * Counts an attempt at each usable one-time token of a person and purpose, at once, before the guess is checked.
 * Returns one, whose `triesLeft` are those after it. Null when the person has no usable token or no attempt is left.
 */
export const countUserAttempt = (db: Database, userId: number, purpose: TokenPurpose, now: Date) =>
  countAttemptWhere(db, eq(oneTimeTokens.userId, userId), purpose, now)

/**
 * Counts an attempt at the one-time token with this hash, at once; null when it is not usable or no attempt is left.
 * The `triesLeft` of the result are those after it.
 */
export const countTokenAttempt = (db: Database, purpose: TokenPurpose, tokenHash: string, now: Date) =>
  countAttemptWhere(db, eq(oneTimeTokens.tokenHash, tokenHash), purpose, now)

/** Returns the statement that replaces all data of a one-time token, used or not; an unknown id changes nothing. */
export const setTokenData = (db: Database, id: number, data: Record<string, unknown>): Statement =>
  db.query.update(oneTimeTokens).set({ data }).where(eq(oneTimeTokens.id, id))

/**
 * Returns the statement that removes one-time tokens of the people, used or not: those of a purpose, or all without
 * one.
 */
export const removeTokensOfUsers = (db: Database, userIds: readonly number[], purpose?: TokenPurpose): Statement =>
  db.query
    .delete(oneTimeTokens)
    .where(
      and(
        sql`user_id in (select value from json_each(${JSON.stringify(userIds)}))`,
        purpose && eq(oneTimeTokens.purpose, purpose),
      ),
    )

/** Returns the statement that removes a one-time token by its hash, in any state; one of another purpose stays. */
export const removeToken = (db: Database, purpose: TokenPurpose, tokenHash: string): Statement =>
  db.query.delete(oneTimeTokens).where(and(eq(oneTimeTokens.tokenHash, tokenHash), eq(oneTimeTokens.purpose, purpose)))

/**
 * Returns the statement that removes everybody's expired one-time tokens of a purpose; used ones that have not expired
 * stay.
 */
export const removeExpiredTokens = (db: Database, purpose: TokenPurpose, now: Date): Statement =>
  db.query.delete(oneTimeTokens).where(and(eq(oneTimeTokens.purpose, purpose), lt(oneTimeTokens.expiresAt, now)))

/**
 * Returns the statement that removes at most `limit` one-time tokens of any purpose and person that expired more than a
 * day ago.
 */
export const removeOldTokens = ({ query }: Database, now: Date, limit: number) => {
  const old = query
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(lt(oneTimeTokens.expiresAt, new Date(now.getTime() - 86_400_000)))
    .limit(limit)
  return query.delete(oneTimeTokens).where(inArray(oneTimeTokens.id, old))
}
