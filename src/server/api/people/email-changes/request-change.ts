import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { limitSubjectAttempts } from '#api/people/attempts/limit-attempts.ts'
import { removeTokens } from '#api/people/tokens/storage.ts'
import { setEmail } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { type AddressOwner, mailLink, mailRequestWarning, notifyChanged, notifyGuardiansAndOffice } from './notify.ts'
import { hoursAfter, hoursToConfirm } from './rules.ts'
import { type EmailChange, insertChange, withdrawPending } from './storage.ts'

/** Highest number of links that may be mailed for one person within a quarter of an hour. */
const maxLinks = 5

/**
 * Counts a link that confirms a new e-mail address and is mailed for a person, and commits that at once.
 *
 * @throws Refused('too_many_requests') after five links within a quarter of an hour.
 */
export async function limitLinkMails(ctx: Ctx, userId: number): Promise<void> {
  await limitSubjectAttempts(ctx, `email:${userId}`, maxLinks)
}

const newChange = (ctx: Ctx, owner: AddressOwner & { email: string | null }, email: string | null): EmailChange => ({
  id: ctx.newId(),
  userId: owner.id,
  email,
  previousEmail: owner.email,
  requestedByUserId: ctx.actor.id,
  tokenHash: null,
  createdAt: ctx.now,
  expiresAt: hoursAfter(ctx.now, hoursToConfirm),
  confirmedAt: null,
  withdrawnAt: null,
  objectedAt: null,
  restLiftedAt: null,
  fromRegister: false,
})

async function removeAddress(ctx: Ctx, owner: AddressOwner & { email: string | null }): Promise<Statement[]> {
  const change = { ...newChange(ctx, owner, null), confirmedAt: ctx.now }
  return [
    withdrawPending(ctx.db, owner.id, ctx.now),
    insertChange(ctx.db, change),
    setEmail(ctx.db, owner.id, null, ctx.now),
    removeTokens(ctx.db, owner.id, 'Reset', ctx.now),
    recordAudit(ctx, 'email.removed', { type: 'user', id: owner.id }, { before: { email: owner.email } }),
    ...(await notifyChanged(ctx, owner, change)),
  ]
}

/**
 * Returns the statements that request a new e-mail address for a person, and mail the link that confirms it within 48
 * hours. They withdraw an earlier request and write an audit entry. When another person asks, the previous e-mail
 * address is warned, and guardians and office are notified. Removing the e-mail address (null) takes effect at once,
 * ends its links for a password reset, and notifies as `notifyChanged` does.
 *
 * Counts the link at once, a removal not. Does not check access, nor whether the e-mail address is in use or differs.
 *
 * @throws Refused('too_many_requests') after five links for the person within a quarter of an hour.
 */
export async function requestEmailChange(
  ctx: Ctx,
  owner: AddressOwner & { email: string | null },
  email: string | null,
): Promise<Statement[]> {
  if (email === null) return removeAddress(ctx, owner)
  await limitLinkMails(ctx, owner.id)
  const token = randomToken()
  const change = { ...newChange(ctx, owner, email), tokenHash: await sha256(token) }
  const notifications = await mailRequestWarning(ctx, owner, change)
  return [
    withdrawPending(ctx.db, owner.id, ctx.now),
    insertChange(ctx.db, change),
    recordAudit(
      ctx,
      'email.requested',
      { type: 'user', id: owner.id },
      { before: { email: owner.email }, after: { email } },
    ),
    ...mailLink(ctx, owner, email, token),
    ...notifications,
    ...(owner.id === ctx.actor.id ? [] : notifyGuardiansAndOffice(ctx, 'emailChangeRequested', owner, change)),
  ]
}
