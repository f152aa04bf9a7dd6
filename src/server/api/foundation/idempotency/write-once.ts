import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import type { Database, Statement } from '#platform/database.ts'
import { unchecked } from '../../../../unchecked.ts'
import {
  type Claim,
  claimKey,
  claimSeconds,
  findStoredAnswer,
  markCommitted,
  type RepeatableWrite,
  releaseKey,
  renewClaim,
  type StoredAnswer,
  storeAnswer,
} from './storage.ts'

const maxWaits = 50
const waitMs = 100

/** Wraps a database so that the first commit also marks the write as committed, in the same transaction. */
function marking(db: Database, mark: () => Statement, onCommit: () => void): Database {
  let isMarked = false
  const commit = async (statements: readonly Statement[]) => {
    const all: Statement[] = [...statements]
    if (!isMarked) all.push(mark())
    const outcomes: unknown[] = await db.commit(all)
    isMarked = true
    onCommit()
    return outcomes.slice(0, statements.length)
  }
  // One result for each given statement, in order, without that of the mark.
  return { ...db, commit: unchecked<Database['commit']>(commit) }
}

const msBetweenRenewals = 4_000

/** Renews a claim until stopped. A claim that cannot be renewed expires, and its write is refused. */
function renewPeriodically(db: Database, claim: Claim): () => void {
  const renew = async () => {
    const [before, now] = [claim.claimedAt, new Date()]
    claim.claimedAt = [...before, now]
    await renewClaim(db, { ...claim, claimedAt: before }, now)
    claim.claimedAt = [now]
  }
  const timer = setInterval(() => void renew().catch(() => undefined), msBetweenRenewals)
  return () => clearInterval(timer)
}

/** A write that is made once, for the same person, key and request. */
interface OnceWrite<Result> {
  key: RepeatableWrite
  /** The digest of the request, by which another request with the same key is refused. */
  hash: string
  /** Makes the write with the context that marks its commit; returns null for a write that failed. */
  make: (marking: Visitor) => Promise<Result | null>
  /** Returns the value of a result that is stored as JSON. */
  toStored: (result: Result) => unknown
}

/** The stored answer of an earlier request. */
interface RepeatedAnswer {
  value: unknown
  isRepeated: true
}

/** Makes a write under its claim and stores its answer. A write that failed before its first commit may be retried. */
async function makeOnce<Result>(
  claim: Claim,
  ctx: Visitor,
  { make, toStored }: OnceWrite<Result>,
): Promise<Result | null> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  const stop = renewPeriodically(ctx.db, claim)
  try {
    const result = await make({ ...ctx, db: marking(ctx.db, () => markCommitted(ctx.db, claim, ctx.now), settle) })
    if (!result) return null
    const value = toStored(result)
    await storeAnswer(ctx.db, claim, value === undefined ? '' : JSON.stringify(value), ctx.now)
    settle()
    return result
  } finally {
    stop()
    if (!isSettled) await releaseKey(ctx.db, claim)
  }
}

/** Whether the claim expired before its request committed anything. */
const isExpired = ({ committedAt, claimedAt }: StoredAnswer) =>
  committedAt === null && Date.now() - claimedAt.getTime() > claimSeconds * 1000

const isAbandoned = ({ committedAt }: StoredAnswer, now: Date) =>
  committedAt !== null && now.getTime() - committedAt.getTime() > maxWaits * waitMs

/**
 * Returns the answer of the first request with this key, and waits while it is under way. Null when the key is free
 * again.
 */
async function findResult(
  key: RepeatableWrite,
  hash: string,
  ctx: Visitor,
): Promise<RepeatedAnswer | 'already_done' | null> {
  const db = ctx.db.onPrimary()
  for (let wait = 0; ; wait++) {
    const row = await findStoredAnswer(db, key)
    if (row && row.bodyHash !== hash) throw new Refused('idempotency_key_reused')
    if (!row || isExpired(row)) return null
    if (row.answer !== null) return { value: row.answer === '' ? undefined : JSON.parse(row.answer), isRepeated: true }
    if (isAbandoned(row, ctx.now)) return 'already_done'
    if (wait < maxWaits) await scheduler.wait(waitMs)
    else if (row.committedAt) return 'already_done'
    else throw new Refused('write_under_way')
  }
}

/**
 * Makes a write once, and returns its stored answer, with `isRepeated`, to repeats of the same person with the same
 * key. The first request gets the result of `make` itself; null when that is null. Errors of `make` are thrown on.
 *
 * `hash` is the digest of the request, and `toStored` gives the value that repeats get. `make` gets a context whose
 * first commit also marks the write as committed. A write that failed before it releases its key and may be repeated,
 * and so may one without an answer or commit for some seconds; one that failed after it gives repeats `already_done`. A
 * repeat waits up to five seconds for the first request.
 *
 * @throws Refused('idempotency_key_reused') when the key belongs to another request.
 * @throws Refused('write_under_way') when the first request has not finished in time.
 */
export async function writeOnce<Result>(
  ctx: Visitor,
  write: OnceWrite<Result>,
): Promise<Result | RepeatedAnswer | 'already_done' | null> {
  const { key, hash } = write
  while (true) {
    // Not `ctx.now`: the body may have taken long to arrive.
    const now = new Date()
    if (await claimKey(ctx.db, key, hash, now)) return makeOnce({ ...key, claimedAt: [now] }, ctx, write)
    const result = await findResult(key, hash, ctx)
    if (result) return result
  }
}
