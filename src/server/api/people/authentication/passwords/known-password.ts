import type { Ctx } from '#api/context.ts'
import { limitAttemptsAt } from '#api/people/attempts/limit-attempts.ts'
import { failuresAtMost } from '#api/people/attempts/rules.ts'
import { type Addressee, findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { isPasswordOf } from '#platform/password-hash.ts'

/** Guesses at one's own password are counted together, whatever they are made for. */
export const ownPasswordSubject = (userId: number) => `change:${userId}`

const wrongPassword = (ctx: Ctx, text: string) =>
  new Refused('wrong_password', { fields: { password: translator(ctx.language, 'refusals')(text) } })

/** The current password is asked for, so that a token that leaked does not become an account that is lost. */
export async function mustKnowPassword(ctx: Ctx, password: string): Promise<Addressee> {
  // Nothing was guessed.
  if (password === '') throw wrongPassword(ctx, 'wrong_password.missing')
  const person = await findAddressee(ctx.db, { id: ctx.actor.id })
  if (!person) throw new Refused('session_expired')
  await limitAttemptsAt(ctx, ownPasswordSubject(person.id), failuresAtMost)
  if (await isPasswordOf(person.passwordHash, password)) return person
  throw wrongPassword(ctx, 'wrong_password')
}
