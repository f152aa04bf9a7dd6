import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { recordAudit } from '../audit/storage.ts'
import type { Visitor } from '../context.ts'
import { markSignedIn } from '../users/storage.ts'
import type { SignedIn } from './contract.ts'
import { type OpenedBy, sessionEnd, sessionExpiry } from './rules.ts'
import { insertSession, removeEndedSessions } from './storage.ts'

interface Opening {
  userId: number
  /** How the person proved who they are. */
  by: OpenedBy
  /** What must be written in the same transaction. */
  with: readonly Statement[]
  userAgent: string | null
  /** The superadministrator whose sign-on link it is. */
  signedOnByUserId?: number
}

/** Opens a session: the bearer token for the calls, and the cookie for the pages. */
export async function openSession(ctx: Visitor, opening: Opening): Promise<SignedIn> {
  const token = randomToken()
  const { by, signedOnByUserId } = opening
  const opened = { by, signedOnByUserId }
  await ctx.db.commit([
    ...opening.with,
    removeEndedSessions(ctx.db, ctx.now),
    insertSession(ctx.db, {
      tokenHash: await sha256(token),
      userId: opening.userId,
      createdAt: ctx.now,
      lastUsedAt: ctx.now,
      expiresAt: sessionExpiry(ctx.now, ctx.now),
      openedBy: opening.by,
      signedOnByUserId: opening.signedOnByUserId ?? null,
      userAgent: opening.userAgent?.slice(0, 300) ?? null,
    }),
    markSignedIn(ctx.db, opening.userId, ctx.now),
    recordAudit(ctx, 'session.opened', { type: 'user', id: opening.userId }, opened, opening.userId),
  ])
  ctx.pageSession.becomes = { token, endsAt: sessionEnd(ctx.now) }
  return { token, userId: opening.userId }
}
