import { randomToken, sha256 } from '#platform/digest.ts'
import { recordAudit } from '../audit/storage.ts'
import type { Ctx, Visitor } from '../context.ts'
import { Refused } from '../refusals.ts'
import { findAddressee } from '../users/storage.ts'
import type { SignedIn } from './contract.ts'
import { openSession } from './open-session.ts'
import { claimToken, insertToken, removeTokens } from './tokens.ts'

const minutesValid = 5

/** A link that opens a session of another person: the strongest thing a superadministrator can make, so it is on record. */
export async function makeSignOnLink(ctx: Ctx, userId: number): Promise<string> {
  const person = await findAddressee(ctx.db, { id: userId })
  if (!person) throw new Refused('not_found')
  const token = randomToken()
  await ctx.db.commit([
    removeTokens(ctx.db, userId, 'Sso', ctx.now),
    insertToken(ctx.db, {
      tokenHash: await sha256(token),
      purpose: 'Sso',
      userId,
      data: { madeBy: ctx.actor.id },
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + minutesValid * 60_000),
    }),
    recordAudit(ctx, 'sign-on-link.made', { type: 'user', id: userId }),
  ])
  return `${ctx.env.PORTAL_ORIGIN}/login/singlesignon/${token}`
}

export async function signOn(ctx: Visitor, token: string, userAgent: string | null): Promise<SignedIn> {
  const used = await claimToken(ctx.db, 'Sso', await sha256(token), ctx.now)
  if (!used?.userId) throw new Refused('sign_on_token_invalid')
  const person = await findAddressee(ctx.db, { id: used.userId })
  if (!person) throw new Refused('sign_on_token_invalid')
  if (person.inactiveAt) throw new Refused('user_inactive')
  return openSession(ctx, { userId: person.id, by: 'single-sign-on', with: [], userAgent })
}
