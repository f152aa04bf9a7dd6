import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import type { Addressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { momentText } from '#locales/moments.ts'
import { findRest } from './storage.ts'

/**
 * Whether a reset by mail rests because another person has just changed the address. Then the address is told so and gets no code;
 * the caller of the forgot-password call sees no difference.
 */
export async function restsByMail(ctx: Visitor, person: Addressee & { email: string }): Promise<boolean> {
  const until = await findRest(ctx.db, person.id, ctx.now)
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
 * Whether the person’s password rests, for somebody who may end that.
 * @throws Refused('password_rests') for an administrator: the address may be one that an administrator has just written.
 */
export async function mustLiftRest(ctx: Ctx, userId: number): Promise<boolean> {
  const until = await findRest(ctx.db, userId, ctx.now)
  if (until && !isSuperadministrator(ctx.actor)) throw new Refused('password_rests')
  return until !== null
}
