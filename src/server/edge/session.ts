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
import { getMatchedCall } from './contract-routes.ts'
import type { EdgeEnv } from './edge-env.ts'
import { withActor } from './request-context.ts'
import { parseBearerToken } from './session-cookie.ts'

/** The person or the system behind a request. */
export interface Caller {
  actor: Actor | null
  /** Resolves to whether the session row confirms the actor. Nothing is answered or written before. */
  isConfirmed: () => Promise<boolean>
}

const confirmed = async () => true
const anonymous: Caller = { actor: null, isConfirmed: confirmed }

function touch(row: SessionRow, ctx: Visitor): void {
  if (shouldTouchSession(row.lastUsedAt, ctx.now)) ctx.waitUntil(extendSession(ctx.db, row, ctx.now))
}

/** Reads the session row on the primary, so that a logout, a new password or a changed role applies at once. */
async function fromRow(tokenHash: string, ctx: Visitor): Promise<Actor | null> {
  const [row] = await selectLiveSession(ctx, tokenHash)
  if (!row) return null
  sessionRows.set(tokenHash, row)
  confirmVersions(ctx.cacheEpoch, row.purged)
  touch(row, ctx)
  return toSessionActor(row, ctx)
}

/** Remembered session rows of this isolate. Rows that differ only in last use or purges admit the same person. */
const sessionRows = new OptimisticRows<SessionRow>(2000, ({ lastUsedAt: _, purged: __, ...row }) => row)

/** Returns the remembered person while the session row is read; null when none is remembered. */
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

/**
 * Returns the actor of a session token, read from the primary; null without a token or a live session.
 *
 * A session that was last used five minutes ago or earlier is extended beside the request, which does not wait for it.
 * The row is remembered for later requests of this isolate, and this request adopts its tag versions.
 */
export async function loadActor(token: string | null, ctx: Visitor): Promise<Actor | null> {
  return token ? fromRow(await sha256(token), ctx) : null
}

/**
 * Whether a request may begin with a remembered person: reads only, and never a forwarded one, which would name the
 * person.
 */
const isAssumable = ({ method }: Request, { env }: Visitor) =>
  (method === 'GET' || method === 'HEAD') && env.API_ORIGIN === ''

/**
 * Returns the person of a session: from the session row, or for a read from the remembered row until the row confirms
 * it. The actor is null without a token or without a live session.
 *
 * Reads (GET and HEAD) of an isolate that remembers the session cost no round trip of their own; `isConfirmed` waits
 * for the row, and resolves to false when it differs, so that the request must be answered a second time. While
 * `API_ORIGIN` is set, the row is always read first. Extends a session that was last used five minutes ago or earlier,
 * and adopts the row's tag versions, as `loadActor` does.
 */
export async function loadCaller(token: string | null, request: Request, ctx: Visitor): Promise<Caller> {
  if (!token) return anonymous
  const tokenHash = await sha256(token)
  const assumed = isAssumable(request, ctx) ? assumedCaller(tokenHash, ctx) : null
  return assumed ?? { actor: await fromRow(tokenHash, ctx), isConfirmed: confirmed }
}

/** Returns the caller: a person by a session token, or another system by its own secret. */
async function callerBehind(request: Request, ctx: Visitor): Promise<Caller> {
  const machine = await findIntegrationActor(request.headers.get('authorization'), ctx)
  return machine
    ? { actor: machine, isConfirmed: confirmed }
    : loadCaller(parseBearerToken(request.headers), request, ctx)
}

/** Whether the answer of a call is the same for everyone, so that the session need not be read. */
const isImpersonal = ({ who, cache }: Call) =>
  who === 'anyone' && typeof cache === 'object' && cache.audience === 'everyone'

/**
 * Sets the person or the system that makes the call, by the header `authorization`. Leaves the actor null without the
 * header, without a live session, and for answers that are the same for everyone. Sets `hadToken`, false for those
 * answers.
 *
 * @throws Refused('not_found') when no call matches.
 */
export const session: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const request = c.req.raw
  const hadToken = !isImpersonal(getMatchedCall(c).served.call) && request.headers.has('authorization')
  c.set('hadToken', hadToken)
  if (hadToken) {
    const caller = await callerBehind(request, c.var.ctx)
    c.set('isConfirmed', caller.isConfirmed)
    c.set('ctx', withActor(c.var.ctx, caller.actor))
  }
  await next()
}
