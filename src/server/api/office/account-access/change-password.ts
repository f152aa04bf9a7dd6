import type { Ctx } from '../../context.ts'
import { endLaunchesOf } from '../../courses/xapi/launch-storage.ts'
import { recordAudit } from '../../foundation/audit/storage.ts'
import { forgiveFailures } from '../../people/attempts/storage.ts'
import { markVerified } from '../../people/authentication/factors/strengthen-session.ts'
import { mustKnowPassword, ownPasswordSubject } from '../../people/authentication/passwords/known-password.ts'
import { mustBeGood, ownPassword } from '../../people/authentication/passwords/set-password.ts'
import type { ChangePassword } from './contract.ts'

export async function changePassword(ctx: Ctx, { password, ...chosen }: ChangePassword): Promise<void> {
  const person = await mustKnowPassword(ctx, password)
  await mustBeGood(ctx, { ...chosen, password, userName: person.userName }, person)
  await ctx.db.commit([
    ...(await ownPassword(ctx, person, chosen.newPassword, ctx.actor.sessionId)),
    // The kept session's courses too: a course that has leaked its token is a reason to change the password.
    endLaunchesOf(ctx.db, person.id, ctx.now),
    forgiveFailures(ctx.db, ownPasswordSubject(person.id), [], ctx.now),
    markVerified(ctx),
    recordAudit(ctx, 'password.changed', { type: 'user', id: person.id }),
  ])
}
