import type { Ctx } from '#api/context.ts'
import { insertedId, recordAudit } from '#api/foundation/audit/storage.ts'
import {
  mailOfPassword,
  passwordEnd,
  temporaryPassword,
} from '#api/people/authentication/passwords/generate-password.ts'
import { sightOf } from '#api/people/reach/within-reach.ts'
import { mustBeBirth } from '#api/people/users/born-on.ts'
import { type FoundUser, findTaken, findUser, insertUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { hashOf } from '#platform/password-hash.ts'
import type { NewExternalUser } from './contract.ts'

/** Says it at the field that was written: without a name of their own, the address is the user name. */
async function mustBeFree(ctx: Ctx, { email, userName }: NewExternalUser): Promise<void> {
  const taken = await findTaken(ctx.db, { email, userName: userName ?? email })
  const code = taken.email ? 'email_taken' : 'user_name_taken'
  if (!taken.email && !taken.userName) return
  const t = translator(ctx.language, 'refusals')
  const atEmail = taken.email || !userName ? { email: t(code) } : {}
  throw new Refused(code, {
    fields: { ...atEmail, ...(taken.userName && userName ? { userName: t('user_name_taken') } : {}) },
  })
}

export async function createExternalUser(ctx: Ctx, given: NewExternalUser): Promise<FoundUser> {
  const { birthDate, userName = given.email, phone = null, language = null, ...named } = given
  mustBeBirth(ctx, birthDate)
  await mustBeFree(ctx, given)
  const password = temporaryPassword()
  const [passwordHash, passwordExpiresAt] = await Promise.all([hashOf(password), passwordEnd(ctx)])
  const user = { ...named, userName, phone, language, birthOn: birthDate ?? null, isExternal: true }
  await ctx.db.commit([
    insertUser(ctx.db, { ...user, passwordHash, passwordExpiresAt, createdAt: ctx.now, changedAt: ctx.now }),
    recordAudit(ctx, 'user.created', { type: 'user', id: insertedId }, { after: user }),
    ...mailOfPassword(ctx, { ...user, id: { userName } }, password, passwordExpiresAt),
  ])
  const created = await findUser(ctx.db, { userName }, sightOf(ctx.actor))
  if (!created) throw new Refused('internal')
  return created
}
