import type { Actor } from '#api/actor.ts'
import { isWorthTouching } from '#api/authentication/rules.ts'
import { markUsed, type SessionRow, selectLiveSession, sessionActor } from '#api/authentication/storage.ts'
import type { Visitor } from '#api/context.ts'
import { machineBehind } from '#api/index.ts'
import { sha256 } from '#platform/digest.ts'
import { supposing } from '#platform/supposing.ts'
import { assumeVersions, hearVersions } from './cache/versions.ts'
import { forgetSeen, isAsSeen, type SeenSession, see, seen } from './seen-sessions.ts'

/** The bearer token of a call; calls are authenticated by it and by nothing else. */
function bearerOf(headers: Headers): string | null {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/** Who somebody says they are. */
export interface Caller {
  actor: Actor | null
  /** Whether the session row says so too. Until it has, nothing may be answered or written. */
  isConfirmed: () => Promise<boolean>
}

const confirmed = async () => true
const nobody: Caller = { actor: null, isConfirmed: confirmed }

function touch(row: SessionRow, ctx: Visitor): void {
  if (isWorthTouching(row.lastUsedAt, ctx.now)) ctx.after(markUsed(ctx.db, row, ctx.now))
}

/** Asks the session row on the primary every time, so that a logout, a new password or a changed role holds at once. */
async function fromRow(tokenHash: string, ctx: Visitor): Promise<Actor | null> {
  const [row] = await selectLiveSession(ctx, tokenHash)
  if (!row) return null
  see(tokenHash, row)
  hearVersions(ctx.pulse, row.purged)
  touch(row, ctx)
  return sessionActor(row, ctx)
}

/** The row is asked together with what the request reads first; should it say otherwise, nothing of that comes out. */
function asSeenBefore(tokenHash: string, before: SeenSession, ctx: Visitor): Caller {
  assumeVersions(ctx.pulse)
  const isConfirmed = supposing(ctx.db, selectLiveSession(ctx, tokenHash), ([row]) => {
    if (!row || !isAsSeen(tokenHash, row, before) || !hearVersions(ctx.pulse, row.purged)) {
      forgetSeen(tokenHash)
      return false
    }
    touch(row, ctx)
    return true
  })
  return { actor: sessionActor(before.row, ctx), isConfirmed }
}

export async function actorBehind(token: string | null, ctx: Visitor): Promise<Actor | null> {
  return token ? fromRow(await sha256(token), ctx) : null
}

/** Only a read may go ahead, and only here: another origin would already have been told who asks. */
const mayGoAhead = ({ method }: Request, { env }: Visitor) =>
  (method === 'GET' || method === 'HEAD') && env.API_ORIGIN === ''

/** The person of a session: as the row says, or for a read as it said last, until it says so again. */
export async function personBehind(token: string | null, request: Request, ctx: Visitor): Promise<Caller> {
  if (!token) return nobody
  const tokenHash = await sha256(token)
  const before = mayGoAhead(request, ctx) ? seen(tokenHash) : undefined
  return before
    ? asSeenBefore(tokenHash, before, ctx)
    : { actor: await fromRow(tokenHash, ctx), isConfirmed: confirmed }
}

/** Who makes a call: a person by the token of a session, or another system by its own secret. */
export async function callerBehind(request: Request, ctx: Visitor): Promise<Caller> {
  const machine = await machineBehind(request.headers.get('authorization'), ctx)
  return machine ? { actor: machine, isConfirmed: confirmed } : personBehind(bearerOf(request.headers), request, ctx)
}
