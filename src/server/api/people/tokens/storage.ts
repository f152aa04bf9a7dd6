import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { oneTimeTokens, type TokenPurpose } from './table.ts'

export type OneTimeToken = typeof oneTimeTokens.$inferSelect

export const insertToken = (db: Database, token: typeof oneTimeTokens.$inferInsert): Statement =>
  db.query.insert(oneTimeTokens).values(token)

/** What a person has of a kind, and what nobody can use any more. */
export const removeTokens = (db: Database, userId: number, purpose: TokenPurpose, now: Date): Statement =>
  db.query
    .delete(oneTimeTokens)
    .where(
      or(
        and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose)),
        lt(oneTimeTokens.expiresAt, new Date(now.getTime() - 86_400_000)),
      ),
    )

const usable = (purpose: TokenPurpose, now: Date) =>
  and(eq(oneTimeTokens.purpose, purpose), isNull(oneTimeTokens.usedAt), gt(oneTimeTokens.expiresAt, now))

export async function findToken(
  db: Database,
  purpose: TokenPurpose,
  tokenHash: string,
  now: Date,
): Promise<OneTimeToken | null> {
  const [row] = await db.query
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.tokenHash, tokenHash), usable(purpose, now)))
  return row ?? null
}

/** Uses a token up. Of two at once one gets it and the other null. */
export async function claimToken(
  db: Database,
  purpose: TokenPurpose,
  tokenHash: string,
  now: Date,
): Promise<OneTimeToken | null> {
  const [row] = await db.query
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(eq(oneTimeTokens.tokenHash, tokenHash), usable(purpose, now)))
    .returning()
  return row ?? null
}

const takeTryWhere = async (
  db: Database,
  whose: SQL,
  purpose: TokenPurpose,
  now: Date,
): Promise<OneTimeToken | null> => {
  const [row] = await db.query
    .update(oneTimeTokens)
    .set({ triesLeft: sql`tries_left - 1` })
    .where(and(whose, usable(purpose, now), gt(oneTimeTokens.triesLeft, 0)))
    .returning()
  return row ?? null
}

/** Takes one try of a person's token, whether or not the guess is right; null when there is none left. */
export const takeTry = (db: Database, userId: number, purpose: TokenPurpose, now: Date) =>
  takeTryWhere(db, eq(oneTimeTokens.userId, userId), purpose, now)

/** Takes one try of the token itself; null when there is none left. */
export const takeTryOf = (db: Database, purpose: TokenPurpose, tokenHash: string, now: Date) =>
  takeTryWhere(db, eq(oneTimeTokens.tokenHash, tokenHash), purpose, now)

export const setTokenData = (db: Database, id: number, data: Record<string, unknown>): Statement =>
  db.query.update(oneTimeTokens).set({ data }).where(eq(oneTimeTokens.id, id))

export const removeToken = (db: Database, purpose: TokenPurpose, tokenHash: string): Statement =>
  db.query.delete(oneTimeTokens).where(and(eq(oneTimeTokens.tokenHash, tokenHash), eq(oneTimeTokens.purpose, purpose)))

export const removeExpiredTokens = (db: Database, purpose: TokenPurpose, now: Date): Statement =>
  db.query.delete(oneTimeTokens).where(and(eq(oneTimeTokens.purpose, purpose), lt(oneTimeTokens.expiresAt, now)))

/** Removes some of those that ended more than a day ago, whatever they were for. */
export const removeOldTokens = ({ query }: Database, now: Date, atMost: number) => {
  const old = query
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(lt(oneTimeTokens.expiresAt, new Date(now.getTime() - 86_400_000)))
    .limit(atMost)
  return query.delete(oneTimeTokens).where(inArray(oneTimeTokens.id, old))
}
