import { momentText } from '#locales/moments.ts'
import { randomText } from '#platform/digest.ts'
import { hashOf } from '#platform/password-hash.ts'
import { recordAudit } from '../../audit/storage.ts'
import type { Ctx } from '../../context.ts'
import { mustLiftRest } from '../../email-changes/rest.ts'
import { liftRest } from '../../email-changes/storage.ts'
import type { Owner } from '../../mails/storage.ts'
import { writeMail } from '../../mails/write-mail.ts'
import { findConfiguration } from '../../portal-configuration/storage.ts'
import { Refused } from '../../refusals.ts'
import { standsAbove } from '../../users/access.ts'
import { getUser } from '../../users/edit-user.ts'
import { type Addressee, markPassword } from '../../users/storage.ts'
import { removeSessionsOf } from '../storage.ts'
import { removeTokens } from '../tokens.ts'

// No letters or digits that are mistaken for one another when read aloud.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const daysValid = 14

export const temporaryPassword = () => [4, 4, 4].map((length) => randomText(alphabet, length)).join('-')

/** Until when a password that somebody else chose opens the account. */
export async function passwordEnd(ctx: Ctx): Promise<Date> {
  const days = (await findConfiguration(ctx.db))?.passwordExpiryDays ?? daysValid
  return new Date(ctx.now.getTime() + days * 86_400_000)
}

type Reader = Pick<Addressee, 'email' | 'language' | 'firstName' | 'userName'> & { id: Owner }

export const mailOfPassword = (
  ctx: Ctx,
  { id: userId, email, language, firstName, userName }: Reader,
  password: string,
  end: Date,
) =>
  email
    ? writeMail(ctx, {
        recipient: email,
        userId,
        language,
        name: 'passwordGenerated',
        values: { name: firstName, userName, password, until: momentText(end, 'day', language ?? ctx.language) },
        secret: true,
      })
    : []

/** Somebody else chooses, so the person must change it before anything else (gaps G-013). */
export async function generatePassword(ctx: Ctx, userId: number): Promise<{ password: string | null }> {
  const person = await getUser(ctx, userId)
  if (!person.answeredFor || !standsAbove(ctx.actor, person)) throw new Refused('not_allowed')
  const rests = await mustLiftRest(ctx, userId)
  const password = temporaryPassword()
  const [passwordHash, expiresAt] = await Promise.all([hashOf(password), passwordEnd(ctx)])
  // While the address rests, whoever reads it may be nobody the person knows.
  const isMailed = person.email !== null && !rests
  await ctx.db.commit([
    markPassword(ctx.db, userId, { passwordHash, expiresAt, now: ctx.now }),
    removeSessionsOf(ctx, userId),
    removeTokens(ctx.db, userId, 'Reset', ctx.now),
    ...(isMailed ? mailOfPassword(ctx, person, password, expiresAt) : []),
    ...(rests ? [liftRest(ctx.db, userId, ctx.now)] : []),
    recordAudit(ctx, 'password.generated', { type: 'user', id: userId }, { mailed: isMailed }),
  ])
  return { password: isMailed ? null : password }
}
