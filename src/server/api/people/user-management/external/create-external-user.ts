import type { Ctx } from '#api/context.ts'
import { insertedId, recordAudit } from '#api/foundation/audit/storage.ts'
import {
  createTemporaryPassword,
  findPasswordExpiry,
  mailPassword,
} from '#api/people/authentication/passwords/generate-password.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import { checkBirthDate } from '#api/people/users/check-birth-date.ts'
import { type FoundUser, findUser, insertUser } from '#api/people/users/storage.ts'
import { findTakenFields } from '#api/people/users/taken-fields.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { NewExternalUser } from './contract.ts'

/**
 * Checks that e-mail address and user name are free. Reports the refusal at the field; without a user name the address
 * is used as one.
 * @throws Refused('email_taken') when the address is in use.
 * @throws Refused('user_name_taken') when the user name is in use.
 */
async function mustBeFree(ctx: Ctx, { email, userName }: NewExternalUser): Promise<void> {
  const takenFields = await findTakenFields(ctx.db, { email, userName: userName ?? email })
  const code = takenFields.email ? 'email_taken' : 'user_name_taken'
  if (!takenFields.email && !takenFields.userName) return
  const t = translator(ctx.language, 'refusals')
  const atEmail = takenFields.email || !userName ? { email: t(code) } : {}
  throw new Refused(code, {
    fields: { ...atEmail, ...(takenFields.userName && userName ? { userName: t('user_name_taken') } : {}) },
  })
}

/**
 * Creates an external user with a temporary password, which is mailed, and an audit entry. Returns the user. Without a
 * user name the e-mail address is used as one. Who may create one is for the caller to check.
 *
 * @throws Refused('invalid_input') when the date of birth is refused.
 * @throws Refused('email_taken') when the address is in use.
 * @throws Refused('user_name_taken') when the user name is in use.
 * @throws Refused('internal') when the user cannot be read afterwards.
 */
export async function createExternalUser(ctx: Ctx, input: NewExternalUser): Promise<FoundUser> {
  const { birthDate, userName = input.email, phone = null, language = null, ...names } = input
  checkBirthDate(ctx, birthDate)
  await mustBeFree(ctx, input)
  const password = createTemporaryPassword()
  const [passwordHash, passwordExpiresAt] = await Promise.all([hashPassword(password), findPasswordExpiry(ctx)])
  const user = { ...names, userName, phone, language, birthOn: birthDate ?? null, isExternal: true }
  await ctx.db.commit([
    insertUser(ctx.db, { ...user, passwordHash, passwordExpiresAt, createdAt: ctx.now, changedAt: ctx.now }),
    recordAudit(ctx, 'user.created', { type: 'user', id: insertedId }, { after: user }),
    ...mailPassword(ctx, { ...user, id: { userName } }, password, passwordExpiresAt),
  ])
  const created = await findUser(ctx.db, { userName }, toSight(ctx.actor))
  if (!created) throw new Refused('internal')
  return created
}
