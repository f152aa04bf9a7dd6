import type { Ctx } from '#api/context.ts'
import { endLaunchesOf } from '#api/courses/xapi/launch-storage.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { forgiveFailures } from '#api/people/attempts/storage.ts'
import { markVerified } from '#api/people/authentication/factors/strengthen-session.ts'
import { mustKnowPassword, ownPasswordSubject } from '#api/people/authentication/passwords/known-password.ts'
import { mustBeGood, ownPassword } from '#api/people/authentication/passwords/set-password.ts'
import type { ChangePassword } from './contract.ts'

/** Changes the caller's own password, signs out the person's other sessions and ends all course launches. */
export async function changePassword(ctx: Ctx, { password, ...newPasswords }: ChangePassword): Promise<void> {
  const person = await mustKnowPassword(ctx, password)
  await mustBeGood(ctx, { ...newPasswords, password, userName: person.userName }, person)
  await ctx.db.commit([
    ...(await ownPassword(ctx, person, newPasswords.newPassword, ctx.actor.sessionId)),
    // Also ends launches of the current session: a leaked course token is a reason to change the password.
    endLaunchesOf(ctx.db, person.id, ctx.now),
    forgiveFailures(ctx.db, ownPasswordSubject(person.id), [], ctx.now),
    markVerified(ctx),
    recordAudit(ctx, 'password.changed', { type: 'user', id: person.id }),
  ])
}
