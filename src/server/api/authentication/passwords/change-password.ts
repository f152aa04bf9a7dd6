import { recordAudit } from '../../audit/storage.ts'
import type { Ctx } from '../../context.ts'
import type { ChangePassword } from '../contract.ts'
import { markVerified } from '../factors/strengthen-session.ts'
import { forgiveFailures } from '../storage.ts'
import { mustKnowPassword, ownPasswordSubject } from './known-password.ts'
import { mustBeGood, ownPassword } from './set-password.ts'

export async function changePassword(ctx: Ctx, { password, ...chosen }: ChangePassword): Promise<void> {
  const person = await mustKnowPassword(ctx, password)
  mustBeGood(ctx, { ...chosen, password, userName: person.userName })
  await ctx.db.commit([
    ...(await ownPassword(ctx, person, chosen.newPassword, ctx.actor.sessionId)),
    forgiveFailures(ctx.db, ownPasswordSubject(person.id), [], ctx.now),
    markVerified(ctx),
    recordAudit(ctx, 'password.changed', { type: 'user', id: person.id }),
  ])
}
