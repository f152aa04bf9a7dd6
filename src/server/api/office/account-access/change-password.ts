import type { Ctx } from '#api/context.ts'
import { endLaunchesByUser } from '#api/courses/xapi/launch-storage.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { forgiveFailures } from '#api/people/attempts/storage.ts'
import { markReauthenticated } from '#api/people/authentication/factors/strengthen-session.ts'
import { checkOwnPassword, ownPasswordSubject } from '#api/people/authentication/passwords/check-own-password.ts'
import { checkNewPassword, setOwnPassword } from '#api/people/authentication/passwords/set-password.ts'
import type { ChangePassword } from './contract.ts'

/**
 * Changes the caller's own password, signs out the person's other sessions and ends all course launches. `password` is
 * the current one. Writes an audit entry, mails the caller, if they have an e-mail address, invalidates open resets,
 * forgets earlier wrong passwords, and counts as a recent proof of identity for the session.
 *
 * @throws Refused('wrong_password') when the current password is wrong, Refused('session_expired') when the caller no
 * longer exists, Refused('too_many_requests') after ten wrong passwords.
 * @throws Refused('password_too_short'), Refused('password_is_user_name'), Refused('password_too_common'),
 * Refused('password_is_names'), Refused('password_unchanged') or Refused('password_verification_differs') when the new
 * password is refused.
 */
export async function changePassword(ctx: Ctx, { password, ...newPasswords }: ChangePassword): Promise<void> {
  const person = await checkOwnPassword(ctx, password)
  await checkNewPassword(ctx, { ...newPasswords, password, userName: person.userName }, person)
  await ctx.db.commit([
    ...(await setOwnPassword(ctx, person, newPasswords.newPassword, ctx.actor.sessionId)),
    // Also ends launches of the current session: a leaked course token is a reason to change the password.
    endLaunchesByUser(ctx.db, person.id, ctx.now),
    forgiveFailures(ctx.db, ownPasswordSubject(person.id), [], ctx.now),
    markReauthenticated(ctx),
    recordAudit(ctx, 'password.changed', { type: 'user', id: person.id }),
  ])
}
