import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { MailOwner } from '#api/foundation/mails/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { checkResetHold } from '#api/people/email-changes/reset-hold.ts'
import { endResetHold } from '#api/people/email-changes/storage.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { removeTokens } from '#api/people/tokens/storage.ts'
import { mayManageAccount } from '#api/people/users/access.ts'
import { type Addressee, markPassword } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { momentText } from '#locales/moments.ts'
import { randomText } from '#platform/digest.ts'
import { removeSessionsOfUser } from '../storage.ts'
import { hashPassword } from './password-hash.ts'

// Without letters and digits that sound alike when read aloud.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const daysValid = 14

/**
 * Returns a random password of three groups of four characters, such as `k7mp-w3xd-9qzt`. Letters and digits that look
 * alike are not in it. Stores nothing.
 */
export const createTemporaryPassword = () => [4, 4, 4].map((length) => randomText(alphabet, length)).join('-')

/**
 * Returns the expiry of a password that another person chose: `passwordExpiryDays` of the configuration from now, 14 by
 * default.
 */
export async function findPasswordExpiry(ctx: Ctx): Promise<Date> {
  const days = (await findConfiguration(ctx.db))?.passwordExpiryDays ?? daysValid
  return new Date(ctx.now.getTime() + days * 86_400_000)
}

type Recipient = Pick<Addressee, 'email' | 'language' | 'firstName' | 'userName'> & { id: MailOwner }

/**
 * Returns the statements that mail a temporary password with the user name and the day of its `end` to a person. There
 * are none without an e-mail address. The mail is in the person's language, or else the caller's. The password is
 * stored encrypted until it is sent.
 */
export const mailPassword = (
  ctx: Ctx,
  { id: userId, email, language, firstName, userName }: Recipient,
  password: string,
  end: Date,
) =>
  email
    ? writeMail(ctx, {
        recipient: email,
        userId,
        language,
        name: 'passwordGenerated',
        values: { name: firstName, userName, password, until: momentText(end, 'day', language ?? ctx.language) },
        secret: true,
      })
    : []

/**
 * Gives a person a temporary password, which they must change first (spec G-013). Mails it and returns null for it, or
 * returns it when it cannot be mailed. It expires as `findPasswordExpiry` says.
 *
 * Ends the person's sessions and open resets, and writes an audit entry. During the waiting period after a change of
 * e-mail address the password is not mailed, and the period ends.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed') unless the caller may change the person's account (`mayManageAccount`).
 * @throws Refused('password_rests') when the waiting period after a change of address cannot be ended by the caller.
 * @throws Refused('person_erased') when the person is erased.
 */
export async function generatePassword(ctx: Ctx, userId: number): Promise<{ password: string | null }> {
  const person = await getUser(ctx, userId)
  if (!mayManageAccount(ctx.actor, person)) throw new Refused('not_allowed')
  const isOnHold = await checkResetHold(ctx, userId)
  const password = createTemporaryPassword()
  const [passwordHash, expiresAt] = await Promise.all([hashPassword(password), findPasswordExpiry(ctx)])
  // During the waiting period the new address may belong to an attacker.
  const isMailed = person.email !== null && !isOnHold
  await ctx.db.commit([
    markPassword(ctx.db, userId, { passwordHash, expiresAt, now: ctx.now }),
    removeSessionsOfUser(ctx, userId),
    removeTokens(ctx.db, userId, 'Reset', ctx.now),
    ...(isMailed ? mailPassword(ctx, person, password, expiresAt) : []),
    ...(isOnHold ? [endResetHold(ctx.db, userId, ctx.now)] : []),
    recordAudit(ctx, 'password.generated', { type: 'user', id: userId }, { mailed: isMailed }),
  ])
  return { password: isMailed ? null : password }
}
