import type { MiddlewareHandler } from 'hono'
import type { Actor } from '#api/actor.ts'
import type { Call } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { findIntegrationActor } from '#api/index.ts'
import { shouldTouchSession } from '#api/people/authentication/rules.ts'
import {
  extendSession,
  type SessionRow,
  selectLiveSession,
  toSessionActor,
} from '#api/people/authentication/storage.ts'
import { sha256 } from '#platform/digest.ts'
import { OptimisticRows } from '#platform/optimistic.ts'
import type { QueryRunner } from '#platform/prepare-query.ts'
import { assumeVersions, confirmVersions } from './cache/tag-versions.ts'
import { matchedCall } from './contract-routes.ts'
import type { EdgeEnv } from './edge-env.ts'
import { contextFor } from './request-context.ts'
import { bearerOf } from './session-cookie.ts'

/** The person or the system behind a request. */
export interface Caller {
  actor: Actor | null
  /** Whether the session row says so too. Until it has, nothing may be answered or written. */
  isConfirmed: () => Promise<boolean>
}

const confirmed = async () => true
const nobody: Caller = { actor: null, isConfirmed: confirmed }

function touch(row: SessionRow, ctx: Visitor): void {
  if (shouldTouchSession(row.lastUsedAt, ctx.now)) ctx.waitUntil(extendSession(ctx.db, row, ctx.now))
}

/** Asks the session row on the primary every time, so that a logout, a new password or a changed role holds at once. */
async function fromRow(tokenHash: string, ctx: Visitor): Promise<Actor | null> {
  const [row] = await selectLiveSession(ctx, tokenHash)
  if (!row) return null
  sessionRows.remember(tokenHash, row)
  confirmVersions(ctx.cacheEpoch, row.purged)
  touch(row, ctx)
  return toSessionActor(row, ctx)
}

/** Session rows of this isolate; one that was used since, or after another purge, lets the same person in. */
const sessionRows = new OptimisticRows<SessionRow>(2000, ({ lastUsedAt: _, purged: __, ...row }) => row)

/** Lets a read begin as the remembered person, while the session row is read; null when none is remembered. */
function assumedCaller(tokenHash: string, ctx: Visitor): Caller | null {
  const assumed = sessionRows.assume(ctx.db, tokenHash, {
    read: (db: QueryRunner) => selectLiveSession({ db, now: ctx.now }, tokenHash),
    accepts: (row) => {
      const isFresh = confirmVersions(ctx.cacheEpoch, row.purged)
      if (isFresh) touch(row, ctx)
      return isFresh
    },
  })
  if (!assumed) return null
  assumeVersions(ctx.cacheEpoch)
  return { actor: toSessionActor(assumed.row, ctx), isConfirmed: assumed.isConfirmed }
}

export async function actorBehind(token: string | null, ctx: Visitor): Promise<Actor | null> {
  return token ? fromRow(await sha256(token), ctx) : null
}

/** Writes, and calls that another origin answers, read the session first: the origin must not learn of a person who is only assumed. */
const isAssumable = ({ method }: Request, { env }: Visitor) =>
  (method === 'GET' || method === 'HEAD') && env.API_ORIGIN === ''

/** The person of a session: as the row says, or for a read as it said last, until it says so again. */
export async function personBehind(token: string | null, request: Request, ctx: Visitor): Promise<Caller> {
  if (!token) return nobody
  const tokenHash = await sha256(token)
  const assumed = isAssumable(request, ctx) ? assumedCaller(tokenHash, ctx) : null
  return assumed ?? { actor: await fromRow(tokenHash, ctx), isConfirmed: confirmed }
}

/** The caller: a person by the token of a session, or another system by its own secret. */
async function callerBehind(request: Request, ctx: Visitor): Promise<Caller> {
  const machine = await findIntegrationActor(request.headers.get('authorization'), ctx)
  return machine ? { actor: machine, isConfirmed: confirmed } : personBehind(bearerOf(request.headers), request, ctx)
}

/** A call that is the same for all costs no read of the session. */
const isImpersonal = ({ who, cache }: Call) =>
  who === 'anyone' && typeof cache === 'object' && cache.audience === 'everyone'

/** Sets the person or the system that makes a call. */
export const session: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const request = c.req.raw
  const hadToken = !isImpersonal(matchedCall(c).served.call) && request.headers.has('authorization')
  c.set('hadToken', hadToken)
  if (hadToken) {
    const caller = await callerBehind(request, c.var.ctx)
    c.set('isConfirmed', caller.isConfirmed)
    c.set('ctx', contextFor(c.var.ctx, caller.actor))
  }
  await next()
}
