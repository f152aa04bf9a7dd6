import { translator } from '#locales/translate.ts'
import { isPasswordOf } from '#platform/password-hash.ts'
import { recordAudit } from '../../audit/storage.ts'
import type { Ctx } from '../../context.ts'
import { Refused } from '../../refusals.ts'
import { findAddressee } from '../../users/storage.ts'
import type { ChangePassword } from '../contract.ts'
import { failuresAtMost } from '../rules.ts'
import { forgiveFailures, mayAttempt } from '../storage.ts'
import { mustBeGood, ownPassword } from './set-password.ts'

/** The current password is asked for, so that a token that leaked does not become an account that is lost. */
export async function changePassword(ctx: Ctx, { password, ...chosen }: ChangePassword): Promise<void> {
  const person = await findAddressee(ctx.db, { id: ctx.actor.id })
  if (!person) throw new Refused('session_expired')
  const subject = `change:${person.id}`
  if (!(await mayAttempt(ctx.db, [subject], ctx.now, failuresAtMost))) throw new Refused('too_many_requests')
  if (!(await isPasswordOf(person.passwordHash, password))) {
    const text = translator(ctx.language, 'refusals')('wrong_password')
    throw new Refused('wrong_password', { fields: { password: text } })
  }
  mustBeGood(ctx, { ...chosen, password, userName: person.userName })
  await ctx.db.commit([
    ...(await ownPassword(ctx, person, chosen.newPassword, ctx.actor.sessionId)),
    forgiveFailures(ctx.db, subject, [], ctx.now),
    recordAudit(ctx, 'password.changed', { type: 'user', id: person.id }),
  ])
}
