import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Masking } from '#api/masking.ts'
import type { Database, Statement } from '#platform/database.ts'
import { idempotencyAnswers } from './table.ts'

export interface RepeatableWrite {
  userId: number
  call: string
  key: string
}

export type StoredAnswer = typeof idempotencyAnswers.$inferSelect

/** Seconds that a claim lasts when its worker dies before the commit; a live worker renews it. */
export const claimSeconds = 12
const secondsKept = 86_400

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000)

const isIt = ({ userId, call, key }: RepeatableWrite) =>
  and(eq(idempotencyAnswers.userId, userId), eq(idempotencyAnswers.call, call), eq(idempotencyAnswers.key, key))

/**
 * Claims an idempotency key of a person and call for this request, at once. Returns false when another request holds it
 * or has finished with it; `findStoredAnswer` then says which, and whether its body was another.
 *
 * A claim that was not renewed for 12 seconds, and whose write did not commit, may be taken over by a request with the
 * same body. The caller renews its claim with `renewClaim`, and gives it up with `releaseKey` when the write fails
 * before its commit.
 */
export async function claimKey(db: Database, it: RepeatableWrite, bodyHash: string, now: Date): Promise<boolean> {
  const { userId, call, key, claimedAt, committedAt } = idempotencyAnswers
  const rows = await db.query
    .insert(idempotencyAnswers)
    .values({ ...it, bodyHash, claimedAt: now })
    .onConflictDoUpdate({
      target: [userId, call, key],
      set: { claimedAt: now },
      setWhere: sql`${claimedAt} < ${before(now, claimSeconds).toISOString()} and ${committedAt} is null
        and ${idempotencyAnswers.bodyHash} = excluded.body_hash`,
    })
    .returning({ key })
  return rows.length > 0
}

/** A claimed key with the times of its claim: the previous and the new one while it is renewed. */
export interface Claim extends RepeatableWrite {
  claimedAt: readonly Date[]
}

const momentsOf = ({ claimedAt }: Claim) => sql`(select value from json_each(${JSON.stringify(claimedAt)}))`

const isClaimed = (claim: Claim) =>
  and(isIt(claim), isNull(idempotencyAnswers.committedAt), sql`${idempotencyAnswers.claimedAt} in ${momentsOf(claim)}`)

/**
 * Renews the claim of an idempotency key for another 12 seconds, at once. `claim` has its earlier times; the caller
 * puts `now` into it. Changes nothing when the claim is lost or its write has committed; the caller does not learn
 * which.
 */
export const renewClaim = (db: Database, claim: Claim, now: Date): Promise<unknown> =>
  db.query.update(idempotencyAnswers).set({ claimedAt: now }).where(isClaimed(claim)).run()

/**
 * Finds the row of an idempotency key of a person and call, with its answer if one is stored; null for an unused key.
 */
export async function findStoredAnswer(db: Database, it: RepeatableWrite): Promise<StoredAnswer | null> {
  const [row] = await db.query.select().from(idempotencyAnswers).where(isIt(it))
  return row ?? null
}

/**
 * Returns the statement that marks the idempotency key as used, in the commit of the write. The commit fails as
 * `write_under_way` when another worker has taken over the key.
 */
export const markCommitted = (db: Database, claim: Claim, now: Date): Statement =>
  db.query
    .update(idempotencyAnswers)
    .set({
      // A lost claim sets null, which the column refuses.
      key: sql`case when ${idempotencyAnswers.claimedAt} in ${momentsOf(claim)} then ${idempotencyAnswers.key} end`,
      committedAt: now,
    })
    .where(isIt(claim))

/**
 * Stores the answer of an idempotency key at once, and marks its write as committed. `answer` is JSON text, empty for
 * no body. An unused key stores nothing; the claim is not checked.
 */
export const storeAnswer = (db: Database, it: RepeatableWrite, answer: string, now: Date): Promise<unknown> =>
  db.query.update(idempotencyAnswers).set({ answer, committedAt: now }).where(isIt(it)).run()

/**
 * Deletes the claim of an idempotency key after a failed write, so that the key can be used again. Does nothing when
 * the write has committed or the claim is lost.
 */
export const releaseKey = (db: Database, claim: Claim): Promise<unknown> =>
  db.query.delete(idempotencyAnswers).where(isClaimed(claim)).run()

/** Removes idempotency keys with their answers whose claim was made or renewed more than a day ago, at once. */
export const removeOldAnswers = (db: Database, now: Date): Promise<unknown> =>
  db.query
    .delete(idempotencyAnswers)
    .where(lt(idempotencyAnswers.claimedAt, before(now, secondsKept)))
    .run()

/**
 * Returns the statement that removes the idempotency keys of other people whose stored answers contain a person's name
 * or contact details. The person's own keys stay, and the writes are not undone. A repeat with a removed key makes the
 * write again, unless the rules of its call refuse it.
 */
export const removeAnswersNaming = (db: Database, userId: number, { containsIdentity: names }: Masking): Statement =>
  db.query.delete(idempotencyAnswers).where(sql`user_id <> ${userId} and ${names(sql`coalesce(answer, '')`, 'json')}`)
