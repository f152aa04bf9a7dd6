import { z } from 'zod'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import { claimToken, insertToken, removeTokens } from '#api/people/tokens/storage.ts'
import { findStayingId } from '#api/people/users/merge-storage.ts'
import { type Addressee, findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import type { SignedIn } from './contract.ts'
import { openSession } from './open-session.ts'

const minutesValid = 5

/**
 * Creates a link that opens a session as the person with this id, writes an audit entry, and returns its absolute URL.
 * It works once, for five minutes, and replaces earlier ones. The id of a merged-away record leads to the person who
 * stays. Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such person.
 */
export async function createSignOnLink(ctx: Ctx, id: number): Promise<string> {
  const userId = await findStayingId(ctx.db, id)
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

const MadeBy = z.object({ madeBy: z.int().positive() })

/** Notifies the person, in the portal and by mail, that a superadministrator has signed in as them. */
async function notifySignedOn(ctx: Visitor, person: Addressee, madeBy: number): Promise<Statement[]> {
  if (madeBy === person.id) return []
  const maker = await findAddressee(ctx.db, { id: madeBy })
  const author = maker ? `${maker.firstName} ${maker.lastName}` : ''
  const link = `${ctx.env.PORTAL_ORIGIN}/profile/security`
  const mail = person.email
    ? writeMail(ctx, {
        recipient: person.email,
        userId: person.id,
        language: person.language,
        name: 'signedOn',
        values: { name: person.firstName, author, link },
      })
    : []
  return [notify(ctx, { userId: person.id, kind: 'signedOn', values: { author }, path: '/profile/security' }), ...mail]
}

/**
 * Uses up a sign-on link and opens its session, whose actions are recorded as the person's with the maker of the link.
 * The effects are those of `openSession`. Unless the person made the link, the person is notified, by mail too.
 *
 * @throws Refused('sign_on_token_invalid') when the token is unknown, used or expired.
 * @throws Refused('user_inactive') when the person is inactive; the link is used up all the same.
 */
export async function openSignOnSession(ctx: Visitor, token: string, userAgent: string | null): Promise<SignedIn> {
  const link = await claimToken(ctx.db, 'Sso', await sha256(token), ctx.now)
  if (!link?.userId) throw new Refused('sign_on_token_invalid')
  const person = await findAddressee(ctx.db, { id: link.userId })
  if (!person) throw new Refused('sign_on_token_invalid')
  if (person.inactiveAt) throw new Refused('user_inactive')
  const { madeBy } = MadeBy.parse(link.data)
  const notifications = await notifySignedOn(ctx, person, madeBy)
  return openSession(ctx, {
    userId: person.id,
    by: 'single-sign-on',
    with: notifications,
    userAgent,
    ...(madeBy !== person.id && { signedOnByUserId: madeBy }),
  })
}
