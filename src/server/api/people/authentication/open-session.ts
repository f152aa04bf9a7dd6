import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { watchSignIn } from '#api/people/authentication/watch-sign-in.ts'
import { markSignedIn } from '#api/people/users/sign-in-storage.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import type { SignedIn } from './contract.ts'
import { getStepEnd, type SecondFactor } from './factors/rules.ts'
import { hasSecondFactor } from './factors/storage.ts'
import { type SessionMethod, sessionEnd, sessionExpiry } from './rules.ts'
import { findSessionsByTokens, insertSession, removeEndedSessions, removeSessions } from './storage.ts'

interface SessionOpening {
  userId: number
  /** How the person authenticated. */
  by: SessionMethod
  /** Further statements for the same transaction. */
  with: readonly Statement[]
  userAgent: string | null
  /** Failed attempts at the account in the last day, before this one. */
  failures?: number
  /** The superadministrator who made the sign-on link, if any. */
  signedOnByUserId?: number
  /** The second factor of the second step, if it has been completed. */
  secondFactor?: SecondFactor
}

/** Sign-in methods that are two factors by themselves. */
const twoFactorMethods: Partial<Record<SessionMethod, SecondFactor>> = {
  passkey: 'passkey',
  'external-login': 'external-login',
  'openid-connect-mfa': 'external-login',
}

/**
 * Returns the strength and expiry of a session. For a person with a second factor it can only make the calls of the
 * second step until that is completed.
 */
async function determineStrength(
  { db, now }: Visitor,
  { userId, by, secondFactor = twoFactorMethods[by] }: SessionOpening,
) {
  const awaitsSecondFactor = !secondFactor && (await hasSecondFactor(db, userId))
  const expiresAt = awaitsSecondFactor ? getStepEnd(now) : sessionExpiry(now, now)
  return { secondFactor: secondFactor ?? null, awaitsSecondFactor, expiresAt }
}

/**
 * Ends the earlier sessions of the same browser. Their tokens are replaced there, but copies of them would stay valid.
 */
async function endEarlierSessions(ctx: Visitor): Promise<Statement[]> {
  const tokens = await ctx.pageSession.tokens()
  if (tokens.length === 0) return []
  const earlier = await findSessionsByTokens(ctx, await Promise.all(tokens.map(sha256)))
  if (earlier.length === 0) return []
  const signedIn = earlier.filter(({ awaitsSecondFactor }) => !awaitsSecondFactor)
  return [
    removeSessions(ctx, earlier),
    ...signedIn.map(({ userId }) => recordAudit(ctx, 'session.ended', { type: 'user', id: userId }, undefined, userId)),
  ]
}

/**
 * True for the first step of a sign-in. A sign-on link sends a notification of its own, and is used on another person's
 * device.
 */
const isWatched = ({ by, secondFactor }: SessionOpening) => !secondFactor && by !== 'single-sign-on'

/**
 * Opens a session of a person: returns a bearer token for API calls, and sets the cookie for pages in the response.
 * Commits it with the statements of `with` and an audit entry. Does not check whether the person may sign in.
 *
 * Ends the earlier sessions of the same browser, with audit entries. Notifies the person of an unusual sign-in, unless
 * it is by a sign-on link or completes a second step. For a person with a second factor, unless `secondFactor` is given
 * or `by` is two factors itself (a passkey), the session lasts ten minutes, only makes the calls of the second step,
 * and does not count as the last sign-in.
 */
export async function openSession(ctx: Visitor, opening: SessionOpening): Promise<SignedIn> {
  const token = randomToken()
  const strength = await determineStrength(ctx, opening)
  const { awaitsSecondFactor, secondFactor } = strength
  const action = awaitsSecondFactor ? 'session.awaitsSecondFactor' : 'session.opened'
  const { by, signedOnByUserId } = opening
  const data = { by, signedOnByUserId, ...(secondFactor && { secondFactor }) }
  await ctx.db.commit([
    ...opening.with,
    ...(await endEarlierSessions(ctx)),
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
  ctx.pageSession.newState = { token, endsAt: sessionEnd(ctx.now) }
  return { token, userId: opening.userId }
}
