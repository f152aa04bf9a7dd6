import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import type { Addressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { momentText } from '#locales/moments.ts'
import { findResetHoldEnd } from './storage.ts'

/**
 * Returns whether passwords are not reset by mail because another person or the register changed the e-mail address
 * less than 72 hours ago. Then it also mails the present e-mail address until when resets are on hold, with an audit
 * entry, in a commit of its own.
 */
export async function isResetOnHold(ctx: Visitor, person: Addressee & { email: string }): Promise<boolean> {
  const until = await findResetHoldEnd(ctx.db, person.id, ctx.now)
  if (!until) return false
  const values = { name: person.firstName, until: momentText(until, 'moment', person.language ?? ctx.language) }
  await ctx.db.commit([
    ...writeMail(ctx, {
      recipient: person.email,
      userId: person.id,
      language: person.language,
      name: 'passwordResetRests',
      values,
    }),
    recordAudit(ctx, 'password.reset-refused', { type: 'user', id: person.id }),
  ])
  return true
}

/**
 * Returns whether resets of the password by mail are on hold for a person after a change of the e-mail address by
 * another person. Writes nothing.
 *
 * @throws Refused('password_rests') when they are and the caller is no superadministrator: an administrator may have
 * written the new e-mail address.
 */
export async function checkResetHold(ctx: Ctx, userId: number): Promise<boolean> {
  const until = await findResetHoldEnd(ctx.db, userId, ctx.now)
  if (until && !isSuperadministrator(ctx.actor)) throw new Refused('password_rests')
  return until !== null
}
