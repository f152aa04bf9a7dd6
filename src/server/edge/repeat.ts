import type { Visitor } from '#api/context.ts'
import {
  type Claim,
  claimKey,
  findRemembered,
  markCommitted,
  type Remembered,
  type Repeatable,
  releaseKey,
  rememberAnswer,
  renewClaim,
  secondsOfClaim,
} from '#api/foundation/idempotency/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Database, Statement } from '#platform/database.ts'
import { sha256 } from '#platform/digest.ts'
import { unchecked } from '../../unchecked.ts'
import { type Answer, type Asked, answerOf } from './answer.ts'
import { refusalResponse } from './refusal-response.ts'
import { isForwarded } from './upstream.ts'

const charactersAtMost = 200
const waitsAtMost = 50
const waitMs = 100

function repeatableOf({ match, input, address }: Asked, ctx: Visitor): Repeatable | null {
  const key = input.request?.headers.get('idempotency-key')
  if (!key || !ctx.actor || ctx.actor.integration || !match.served.call.repeatable || isForwarded({ address }, ctx.env))
    return null
  if (key.length > charactersAtMost) {
    const text = translator(ctx.language, 'refusals')('invalid.too_big.string', { count: charactersAtMost })
    throw new Refused('invalid_input', { fields: { 'Idempotency-Key': text } })
  }
  return { userId: ctx.actor.id, call: match.served.name, key }
}

function hashOf({ input, address }: Asked): Promise<string> {
  const file = input.file && [input.file.name, input.file.size, input.file.type]
  return sha256(JSON.stringify([address(), input.body ?? null, file]))
}

/** The first commit of the write also says that it happened: both or neither. */
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
  // One outcome for each statement given, in their order: the mark's own is cut off.
  return { ...db, commit: unchecked<Database['commit']>(commit) }
}

const msBetweenRenewals = 4_000

/** Renews a claim until it is stopped. One that cannot be renewed runs out, and then its write is refused. */
function keepClaim(db: Database, claim: Claim): () => void {
  const renew = async () => {
    const [before, now] = [claim.claimedAt, new Date()]
    claim.claimedAt = [...before, now]
    await renewClaim(db, { ...claim, claimedAt: before }, now)
    claim.claimedAt = [now]
  }
  const timer = setInterval(() => void renew().catch(() => undefined), msBetweenRenewals)
  return () => clearInterval(timer)
}

async function firstTime(it: Claim, asked: Asked, ctx: Visitor): Promise<Answer> {
  let isCommitted = false
  const stop = keepClaim(ctx.db, it)
  const db = marking(
    ctx.db,
    () => markCommitted(ctx.db, it, ctx.now),
    () => {
      isCommitted = true
    },
  )
  try {
    const answer = await answerOf(asked, { ...ctx, db })
    const value = 'value' in answer ? answer.value : JSON.parse(answer.kept.copy.text)
    await rememberAnswer(ctx.db, it, value === undefined ? '' : JSON.stringify(value), ctx.now)
    return answer
  } catch (error) {
    if (!isCommitted) await releaseKey(ctx.db, it)
    throw error
  } finally {
    stop()
  }
}

/**
 * The write stands, and whoever made it was lost before its answer was kept. That is an answer and no failure: what the
 * write made stale is told of now, in case that was lost too.
 */
const alreadyDone = (ctx: Visitor): Answer => ({ value: refusalResponse(new Refused('already_done'), ctx) })

/** Its runner has died before it wrote anything. */
const isLeft = ({ committedAt, claimedAt }: Remembered) =>
  committedAt === null && Date.now() - claimedAt.getTime() > secondsOfClaim * 1000

const isAbandoned = ({ committedAt }: Remembered, now: Date) =>
  committedAt !== null && now.getTime() - committedAt.getTime() > waitsAtMost * waitMs

/** What the first of the same key was answered; waits while that one is still at it. */
async function again(it: Repeatable, hash: string, asked: Asked, ctx: Visitor): Promise<Answer> {
  const db = ctx.db.onPrimary()
  for (let wait = 0; ; wait++) {
    const row = await findRemembered(db, it)
    if (row && row.bodyHash !== hash) throw new Refused('idempotency_key_reused')
    if (!row || isLeft(row)) return onceOnly(asked, ctx)
    if (row.answer !== null) return { value: row.answer === '' ? undefined : JSON.parse(row.answer), isRepeated: true }
    if (isAbandoned(row, ctx.now)) return alreadyDone(ctx)
    if (wait < waitsAtMost) await scheduler.wait(waitMs)
    else if (row.committedAt) return alreadyDone(ctx)
    else throw new Refused('write_under_way')
  }
}

/** Answers a call; a repeatable write with an `Idempotency-Key` is made once, and its answer is given again. */
export async function onceOnly(asked: Asked, ctx: Visitor): Promise<Answer> {
  const it = repeatableOf(asked, ctx)
  if (!it) return answerOf(asked, ctx)
  const hash = await hashOf(asked)
  // A body may have taken long to arrive.
  const now = new Date()
  const isMine = await claimKey(ctx.db, it, hash, now)
  return isMine ? firstTime({ ...it, claimedAt: [now] }, asked, ctx) : again(it, hash, asked, ctx)
}
