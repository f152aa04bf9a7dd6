import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Masking } from '#api/masking.ts'
import type { Database, Statement } from '#platform/database.ts'
import { idempotencyAnswers } from './table.ts'

export interface Repeatable {
  userId: number
  call: string
  key: string
}

export type Remembered = typeof idempotencyAnswers.$inferSelect

/** A runner that died before its commit holds the key no longer than this; one that lives renews its claim. */
export const secondsOfClaim = 12
const secondsKept = 86_400

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000)

const isIt = ({ userId, call, key }: Repeatable) =>
  and(eq(idempotencyAnswers.userId, userId), eq(idempotencyAnswers.call, call), eq(idempotencyAnswers.key, key))

/** Takes the key for this runner; false when somebody has it, or had it and is done. */
export async function claimKey(db: Database, it: Repeatable, bodyHash: string, now: Date): Promise<boolean> {
  const { userId, call, key, claimedAt, committedAt } = idempotencyAnswers
  const taken = await db.query
    .insert(idempotencyAnswers)
    .values({ ...it, bodyHash, claimedAt: now })
    .onConflictDoUpdate({
      target: [userId, call, key],
      set: { claimedAt: now },
      setWhere: sql`${claimedAt} < ${before(now, secondsOfClaim).toISOString()} and ${committedAt} is null
        and ${idempotencyAnswers.bodyHash} = excluded.body_hash`,
    })
    .returning({ key })
  return taken.length > 0
}

/** A key as one runner has claimed it: at one of these moments. While a claim is renewed it is the old one or the new one. */
export interface Claim extends Repeatable {
  claimedAt: readonly Date[]
}

const momentsOf = ({ claimedAt }: Claim) => sql`(select value from json_each(${JSON.stringify(claimedAt)}))`

const isClaimed = (claim: Claim) =>
  and(isIt(claim), isNull(idempotencyAnswers.committedAt), sql`${idempotencyAnswers.claimedAt} in ${momentsOf(claim)}`)

export const renewClaim = (db: Database, claim: Claim, now: Date): Promise<unknown> =>
  db.query.update(idempotencyAnswers).set({ claimedAt: now }).where(isClaimed(claim)).run()

export async function findRemembered(db: Database, it: Repeatable): Promise<Remembered | null> {
  const [row] = await db.query.select().from(idempotencyAnswers).where(isIt(it))
  return row ?? null
}

/** Goes into the write's own commit, and refuses it, as `write_under_way`, when another runner has taken the key over. */
export const markCommitted = (db: Database, claim: Claim, now: Date): Statement =>
  db.query
    .update(idempotencyAnswers)
    .set({
      // Null, for a claim that was lost, is what the column refuses.
      key: sql`case when ${idempotencyAnswers.claimedAt} in ${momentsOf(claim)} then ${idempotencyAnswers.key} end`,
      committedAt: now,
    })
    .where(isIt(claim))

export const rememberAnswer = (db: Database, it: Repeatable, answer: string, now: Date): Promise<unknown> =>
  db.query.update(idempotencyAnswers).set({ answer, committedAt: now }).where(isIt(it)).run()

/** Nothing was written: the same key may try again. */
export const releaseKey = (db: Database, claim: Claim): Promise<unknown> =>
  db.query.delete(idempotencyAnswers).where(isClaimed(claim)).run()

export const forgetOldAnswers = (db: Database, now: Date): Promise<unknown> =>
  db.query
    .delete(idempotencyAnswers)
    .where(lt(idempotencyAnswers.claimedAt, before(now, secondsKept)))
    .run()

/** Removes kept answers of everybody else that name a person. Their writes stand; one that is repeated is refused by its own rules. */
export const removeAnswersNaming = (db: Database, userId: number, { names }: Masking): Statement =>
  db.query.delete(idempotencyAnswers).where(sql`user_id <> ${userId} and ${names(sql`coalesce(answer, '')`, 'json')}`)
