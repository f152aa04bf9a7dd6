import type { Visitor } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { removeTokens } from '#api/people/tokens/storage.ts'
import { type Addressee, markPassword } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { hashOf } from '#platform/password-hash.ts'
import { removeSessionsOf } from '../storage.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { wordsIn } from './personal-words.ts'
import { type NewPassword, refuseNewPassword } from './rules.ts'

type Named = Partial<Pick<Addressee, 'firstName' | 'lastName' | 'userName' | 'email'>>

/** The names of a person and of the portal, by which a guesser begins. */
async function wordsOf({ db, env }: Visitor, { firstName, lastName, userName, email }: Named): Promise<string[]> {
  const portal = await findConfiguration(db)
  const host = new URL(env.PORTAL_ORIGIN).hostname
  return wordsIn([firstName, lastName, userName, email, portal?.organizationName, host, 'Utbildningsportalen'])
}

/** Refuses a new password with the reason at its field. Names of a person count when it is known who chooses it. */
export async function mustBeGood(ctx: Visitor, given: NewPassword, person: Named = {}): Promise<void> {
  const [isListed, words] = await Promise.all([loadCommonPasswords(), wordsOf(ctx, person)])
  const refusal = refuseNewPassword(given, { isListed, words })
  if (!refusal) return
  const text = translator(ctx.language, 'refusals')(refusal.code)
  throw new Refused(refusal.code, { fields: { [refusal.field]: text } })
}

/** The person's own new password: it ends every session but the one given, and every reset under way. */
export async function ownPassword(
  ctx: Visitor,
  person: Addressee,
  password: string,
  keptSession: number | null,
): Promise<Statement[]> {
  const passwordHash = await hashOf(password)
  const link = `${ctx.env.PORTAL_ORIGIN}/login/forgot`
  const told = person.email
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
    removeSessionsOf(ctx, person.id, keptSession),
    removeTokens(ctx.db, person.id, 'Reset', ctx.now),
    ...told,
  ]
}
