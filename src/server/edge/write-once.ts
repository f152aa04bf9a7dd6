import type { Visitor } from '#api/context.ts'
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
} from '#api/foundation/idempotency/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Database, Statement } from '#platform/database.ts'
import { sha256 } from '#platform/digest.ts'
import { unchecked } from '../../unchecked.ts'
import type { CallRequest, CallResult } from './call-request.ts'
import { isForwarded } from './upstream.ts'

const maxCharacters = 200
const maxWaits = 50
const waitMs = 100

/**
 * Returns the write that a key stands for; null without a key, and for a call, caller or origin without idempotency.
 *
 * @throws Refused('invalid_input') when the key is longer than 200 characters.
 */
export function findRepeatableWrite(
  { served, address }: CallRequest,
  ctx: Visitor,
  key: string | null | undefined,
): RepeatableWrite | null {
  if (!key || !ctx.actor || ctx.actor.integration || !served.call.repeatable || isForwarded({ address }, ctx.env))
    return null
  if (key.length > maxCharacters) {
    const text = translator(ctx.language, 'refusals')('invalid.too_big.string', { count: maxCharacters })
    throw new Refused('invalid_input', { fields: { 'Idempotency-Key': text } })
  }
  return { userId: ctx.actor.id, call: served.name, key }
}

function hashOf({ input, address }: CallRequest): Promise<string> {
  const file = input.file && [input.file.name, input.file.size, input.file.type]
  return sha256(JSON.stringify([address(), input.body ?? null, file]))
}

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

/** Makes a write with the context that marks its commit; returns null for a write that failed. */
type Make = (marking: Visitor) => Promise<CallResult | null>

/** Makes a write under its claim and stores its answer. A write that failed before its first commit may be retried. */
async function makeOnce(claim: Claim, ctx: Visitor, make: Make): Promise<CallResult | null> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  const stop = renewPeriodically(ctx.db, claim)
  try {
    const result = await make({ ...ctx, db: marking(ctx.db, () => markCommitted(ctx.db, claim, ctx.now), settle) })
    if (!result) return null
    const value = 'value' in result ? result.value : JSON.parse(result.cached.response.text)
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
): Promise<CallResult | 'already_done' | null> {
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
 * Makes a write once, and returns its stored answer to repeats of the same person with the same key; null for a write
 * that failed. Returns `already_done` where the first has committed but lost its answer. A repeat waits up to five
 * seconds for the first. A write that failed before its first commit releases its key.
 *
 * @throws Refused('idempotency_key_reused') when the key belongs to another request.
 * @throws Refused('write_under_way') when the first request has not finished in time.
 */
export async function writeOnce(
  key: RepeatableWrite,
  request: CallRequest,
  ctx: Visitor,
  make: Make,
): Promise<CallResult | 'already_done' | null> {
  const hash = await hashOf(request)
  while (true) {
    // Not `ctx.now`: the body may have taken long to arrive.
    const now = new Date()
    if (await claimKey(ctx.db, key, hash, now)) return makeOnce({ ...key, claimedAt: [now] }, ctx, make)
    const result = await findResult(key, hash, ctx)
    if (result) return result
  }
}
