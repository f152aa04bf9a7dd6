import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { hashOf } from '#platform/password-hash.ts'
import type { Visitor } from '../../context.ts'
import { writeMail } from '../../mails/write-mail.ts'
import { Refused } from '../../refusals.ts'
import { type Addressee, markPassword } from '../../users/storage.ts'
import { removeSessionsOf } from '../storage.ts'
import { removeTokens } from '../tokens.ts'
import { type NewPassword, refuseNewPassword } from './rules.ts'

/** Refuses a new password with the reason at its field. */
export function mustBeGood(ctx: Visitor, given: NewPassword): void {
  const refusal = refuseNewPassword(given)
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
