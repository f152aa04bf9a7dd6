import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { watchSignIn } from '#api/people/authentication/watch-sign-in.ts'
import { markSignedIn } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import type { SignedIn } from './contract.ts'
import { type SecondFactor, stepEnd } from './factors/rules.ts'
import { hasSecondFactor } from './factors/storage.ts'
import { type OpenedBy, sessionEnd, sessionExpiry } from './rules.ts'
import { findSessionsOf, insertSession, removeEndedSessions, removeSessions } from './storage.ts'

interface Opening {
  userId: number
  /** How the person proved who they are. */
  by: OpenedBy
  /** What must be written in the same transaction. */
  with: readonly Statement[]
  userAgent: string | null
  /** Failed attempts at the account in the last day, before this one. */
  failures?: number
  /** The superadministrator whose sign-on link it is. */
  signedOnByUserId?: number
  /** Proved beside it, in the second step. */
  secondFactor?: SecondFactor
}

/** A way in that is two factors by itself. */
const strongBy: Partial<Record<OpenedBy, SecondFactor>> = { passkey: 'passkey', 'external-login': 'external-login' }

/** A person who has a second factor has signed in when it is proved; until then the session opens that step alone. */
async function strengthOf({ db, now }: Visitor, { userId, by, secondFactor = strongBy[by] }: Opening) {
  const awaitsSecondFactor = !secondFactor && (await hasSecondFactor(db, userId))
  const expiresAt = awaitsSecondFactor ? stepEnd(now) : sessionExpiry(now, now)
  return { secondFactor: secondFactor ?? null, awaitsSecondFactor, expiresAt }
}

/** Ends the session that the same browser had: its token is replaced there, and would live on where it was copied to. */
async function endEarlier(ctx: Visitor): Promise<Statement[]> {
  const tokens = await ctx.pageSession.tokens()
  if (tokens.length === 0) return []
  const earlier = await findSessionsOf(ctx, await Promise.all(tokens.map(sha256)))
  if (earlier.length === 0) return []
  const signedIn = earlier.filter(({ awaitsSecondFactor }) => !awaitsSecondFactor)
  return [
    removeSessions(ctx, earlier),
    ...signedIn.map(({ userId }) => recordAudit(ctx, 'session.ended', { type: 'user', id: userId }, undefined, userId)),
  ]
}

/** The first step is the one to watch. A sign-on link has a notice of its own, and comes from another person's device. */
const isWatched = ({ by, secondFactor }: Opening) => !secondFactor && by !== 'single-sign-on'

/** Opens a session: the bearer token for the calls, and the cookie for the pages. */
export async function openSession(ctx: Visitor, opening: Opening): Promise<SignedIn> {
  const token = randomToken()
  const strength = await strengthOf(ctx, opening)
  const { awaitsSecondFactor, secondFactor } = strength
  const action = awaitsSecondFactor ? 'session.awaitsSecondFactor' : 'session.opened'
  const { by, signedOnByUserId } = opening
  const data = { by, signedOnByUserId, ...(secondFactor && { secondFactor }) }
  await ctx.db.commit([
    ...opening.with,
    ...(await endEarlier(ctx)),
    ...(isWatched(opening) ? await watchSignIn(ctx, { failures: 0, ...opening }) : []),
    removeEndedSessions(ctx.db, ctx.now),
    insertSession(ctx.db, {
      tokenHash: await sha256(token),
      userId: opening.userId,
      createdAt: ctx.now,
      lastUsedAt: ctx.now,
      ...strength,
      openedBy: opening.by,
      signedOnByUserId: opening.signedOnByUserId ?? null,
      userAgent: opening.userAgent?.slice(0, 300) ?? null,
    }),
    ...(awaitsSecondFactor ? [] : [markSignedIn(ctx.db, opening.userId, ctx.now)]),
    recordAudit(ctx, action, { type: 'user', id: opening.userId }, data, opening.userId),
  ])
  ctx.pageSession.becomes = { token, endsAt: sessionEnd(ctx.now) }
  return { token, userId: opening.userId }
}
