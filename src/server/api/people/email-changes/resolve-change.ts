import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { removeTokens } from '#api/people/tokens/storage.ts'
import { mayEdit } from '#api/people/users/access.ts'
import { restoreEmail } from '#api/people/users/protection-storage.ts'
import { findAddressee, setEmail } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { isSigned } from '#platform/rotating-secret.ts'
import { type AddressOwner, mailLink, notifyChanged, notifyGuardiansAndOffice, objectionText } from './notify.ts'
import { limitLinkMails } from './request-change.ts'
import { canObject, hoursAfter, hoursToConfirm } from './rules.ts'
import {
  type EmailChange,
  findChange,
  findChangeByToken,
  isChangeConfirmed,
  markChangeConfirmed,
  markChangesStopped,
  markChangeWithdrawn,
  renewToken,
  selectPending,
  withdrawPending,
} from './storage.ts'

async function loadOwner(ctx: Visitor, { userId }: EmailChange): Promise<AddressOwner> {
  const owner = await findAddressee(ctx.db, { id: userId })
  if (!owner) throw new Refused('email_link_invalid')
  return owner
}

/**
 * Confirms a person's new e-mail address by the mailed token, without a session; it takes effect at once. Ends open
 * password resets, writes an audit entry, and notifies the previous address, guardians and office as `notifyChanged`
 * does.
 *
 * @throws Refused('email_link_invalid') when the token is unknown or expired, or another request has just used it.
 */
export async function confirmChange(ctx: Visitor, token: string): Promise<void> {
  const change = await findChangeByToken(ctx.db, await sha256(token), ctx.now)
  if (!change) throw new Refused('email_link_invalid')
  const owner = await loadOwner(ctx, change)
  const target = { type: 'user', id: change.userId } as const
  await ctx.db.commit([
    markChangeConfirmed(ctx.db, change.id, ctx.now),
    setEmail(ctx.db, change.userId, change.email, ctx.now),
    removeTokens(ctx.db, change.userId, 'Reset', ctx.now),
    recordAudit(ctx, 'email.confirmed', target, {
      before: { email: change.previousEmail },
      after: { email: change.email },
    }),
    ...(await notifyChanged(ctx, owner, change)),
  ])
}

async function findObjectedChange(ctx: Visitor, token: string): Promise<EmailChange> {
  const [id = '', signature = ''] = token.split('.')
  const isGenuine = isSigned(ctx.env.SESSION_SECRET, objectionText(id), signature)
  const change = isGenuine ? await findChange(ctx.db, id) : null
  if (!change || !canObject(change, ctx.now)) throw new Refused('email_link_invalid')
  return change
}

/**
 * Stops a change of a person's e-mail address by another person or the register, by the token mailed to the previous
 * e-mail address. Stops later ones too. Restores that e-mail address when the change has been confirmed. Works also
 * when the identity has been protected since. Ends open password resets, writes an audit entry, and notifies guardians
 * and office.
 *
 * @throws Refused('email_link_invalid') when the token is wrong, or the change is withdrawn, stopped or was confirmed
 * more than 72 hours ago.
 */
export async function objectToChange(ctx: Visitor, token: string): Promise<void> {
  const change = await findObjectedChange(ctx, token)
  const owner = await loadOwner(ctx, change)
  const { id, userId, previousEmail, email } = change
  await ctx.db.commit([
    markChangesStopped(ctx.db, change, ctx.now),
    withdrawPending(ctx.db, userId, ctx.now),
    ...restoreEmail(ctx.db, userId, { email: previousEmail, now: ctx.now, when: isChangeConfirmed(id) }),
    removeTokens(ctx.db, userId, 'Reset', ctx.now),
    recordAudit(
      ctx,
      'email.objected',
      { type: 'user', id: userId },
      { before: { email }, after: { email: previousEmail } },
    ),
    ...notifyGuardiansAndOffice(ctx, 'emailChangeStopped', owner, change),
  ])
}

/** Loads the pending change of a person, for the person and for those who may edit them. */
async function loadPending(ctx: Ctx, userId: number) {
  const user = await getUser(ctx, userId)
  if (!mayEdit(ctx.actor, user)) throw new Refused('not_allowed')
  const [change] = await selectPending(ctx.db, userId, ctx.now)
  if (!change?.email) throw new Refused('not_found')
  return { user, change, email: change.email }
}

/**
 * Mails another link for the pending change of a person's e-mail address, and invalidates the earlier one. Writes an
 * audit entry. The 48 hours begin again.
 *
 * @throws Refused('not_allowed') when the caller may not edit the person.
 * @throws Refused('not_found') without such a person or a pending change.
 * @throws Refused('too_many_requests') after five links within a quarter of an hour.
 */
export async function resendLink(ctx: Ctx, userId: number): Promise<void> {
  const { user, change, email } = await loadPending(ctx, userId)
  await limitLinkMails(ctx, userId)
  const token = randomToken()
  await ctx.db.commit([
    renewToken(ctx.db, change.id, await sha256(token), hoursAfter(ctx.now, hoursToConfirm)),
    recordAudit(ctx, 'email.resent', { type: 'user', id: userId }, { email }),
    ...mailLink(ctx, user, email, token),
  ])
}

/**
 * Withdraws the pending change of a person's e-mail address, with an audit entry; its link stops working. Notifies
 * nobody.
 *
 * @throws Refused('not_allowed') when the caller may not edit the person.
 * @throws Refused('not_found') without such a person or a pending change.
 */
export async function withdrawChange(ctx: Ctx, userId: number): Promise<void> {
  const { change, email } = await loadPending(ctx, userId)
  await ctx.db.commit([
    markChangeWithdrawn(ctx.db, change.id, ctx.now),
    recordAudit(ctx, 'email.withdrawn', { type: 'user', id: userId }, { email }),
  ])
}
