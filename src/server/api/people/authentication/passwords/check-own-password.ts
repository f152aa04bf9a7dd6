import type { Ctx } from '#api/context.ts'
import { limitSubjectAttempts } from '#api/people/attempts/limit-attempts.ts'
import { maxFailures } from '#api/people/attempts/rules.ts'
import { type Addressee, findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { isCorrectPassword } from './password-hash.ts'

/**
 * Returns the subject under which guesses at a person's own password are counted; all calls that require the password
 * share it.
 */
export const ownPasswordSubject = (userId: number) => `change:${userId}`

const wrongPassword = (ctx: Ctx, text: string) =>
  new Refused('wrong_password', { fields: { password: translator(ctx.language, 'refusals')(text) } })

/**
 * Checks the caller's current password, so that a leaked token is not enough to take over the account. Returns the
 * caller's row. Counts and commits the guess before checking it, unless the password is empty. Does not forgive it: the
 * calling function does, in its own commit.
 *
 * @throws Refused('wrong_password') when it is empty or wrong, with a text at the field `password`.
 * @throws Refused('session_expired') when the caller no longer exists.
 * @throws Refused('too_many_requests') after ten wrong passwords within a quarter of an hour.
 */
export async function checkOwnPassword(ctx: Ctx, password: string): Promise<Addressee> {
  // A missing password is no guess and does not count.
  if (password === '') throw wrongPassword(ctx, 'wrong_password.missing')
  const person = await findAddressee(ctx.db, { id: ctx.actor.id })
  if (!person) throw new Refused('session_expired')
  await limitSubjectAttempts(ctx, ownPasswordSubject(person.id), maxFailures)
  if (await isCorrectPassword(person.passwordHash, password)) return person
  throw wrongPassword(ctx, 'wrong_password')
}
