import type { Visitor } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { removeTokens } from '#api/people/tokens/storage.ts'
import { type Addressee, markPassword } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { removeSessionsOfUser } from '../storage.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { hashPassword } from './password-hash.ts'
import { splitNames } from './personal-words.ts'
import { type NewPassword, refuseNewPassword } from './rules.ts'

type PersonNames = Partial<Pick<Addressee, 'firstName' | 'lastName' | 'userName' | 'email'>>

/** Returns the words of a person's and the portal's names, which attackers try first. */
async function guessableWords(
  { db, env }: Visitor,
  { firstName, lastName, userName, email }: PersonNames,
): Promise<string[]> {
  const portal = await findConfiguration(db)
  const host = new URL(env.PORTAL_ORIGIN).hostname
  return splitNames([firstName, lastName, userName, email, portal?.organizationName, host, 'Utbildningsportalen'])
}

/**
 * Checks a new password and its repetition by the rules of passwords; the person's names count when the person is
 * known. Stores nothing.
 *
 * @throws Refused with a code of `refuseNewPassword` at its field: 'password_too_short', 'password_is_user_name',
 * 'password_too_common', 'password_is_names', 'password_unchanged' or 'password_verification_differs'.
 */
export async function checkNewPassword(ctx: Visitor, input: NewPassword, person: PersonNames = {}): Promise<void> {
  const [isListed, words] = await Promise.all([loadCommonPasswords(), guessableWords(ctx, person)])
  const refusal = refuseNewPassword(input, { isListed, words })
  if (!refusal) return
  const text = translator(ctx.language, 'refusals')(refusal.code)
  throw new Refused(refusal.code, { fields: { [refusal.field]: text } })
}

/**
 * Returns the statements that set a person's own new password, which does not expire, and mail the person that it has
 * changed. They also end all sessions of the person except the one with the id `keptSession`, null for all, and
 * invalidate open resets. They write no audit entry, and check no rule of passwords.
 */
export async function setOwnPassword(
  ctx: Visitor,
  person: Addressee,
  password: string,
  keptSession: number | null,
): Promise<Statement[]> {
  const passwordHash = await hashPassword(password)
  const link = `${ctx.env.PORTAL_ORIGIN}/login/forgot`
  const mail = person.email
    ? writeMail(ctx, {
        recipient: person.email,
        userId: person.id,
        language: person.language,
        name: 'passwordChanged',
        values: { name: person.firstName, link },
      })
    : []
  return [
    markPassword(ctx.db, person.id, { passwordHash, expiresAt: null, now: ctx.now }),
    removeSessionsOfUser(ctx, person.id, keptSession),
    removeTokens(ctx.db, person.id, 'Reset', ctx.now),
    ...mail,
  ]
}
