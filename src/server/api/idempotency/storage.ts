import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { idempotencyAnswers } from './table.ts'

export interface Repeatable {
  userId: number
  call: string
  key: string
}

export type Remembered = typeof idempotencyAnswers.$inferSelect

/** A runner that died before its commit holds the key no longer than this. */
const secondsOfClaim = 60
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

export async function findRemembered(db: Database, it: Repeatable): Promise<Remembered | null> {
  const [row] = await db.query.select().from(idempotencyAnswers).where(isIt(it))
  return row ?? null
}

/** Goes into the write's own commit. */
export const markCommitted = (db: Database, it: Repeatable, now: Date): Statement =>
  db.query.update(idempotencyAnswers).set({ committedAt: now }).where(isIt(it))

export const rememberAnswer = (db: Database, it: Repeatable, answer: string, now: Date): Promise<unknown> =>
  db.query.update(idempotencyAnswers).set({ answer, committedAt: now }).where(isIt(it)).run()

/** Nothing was written: the same key may try again. */
export const releaseKey = (db: Database, it: Repeatable): Promise<unknown> =>
  db.query
    .delete(idempotencyAnswers)
    .where(and(isIt(it), isNull(idempotencyAnswers.committedAt)))
    .run()

export const forgetOldAnswers = (db: Database, now: Date): Promise<unknown> =>
  db.query
    .delete(idempotencyAnswers)
    .where(lt(idempotencyAnswers.claimedAt, before(now, secondsKept)))
    .run()
