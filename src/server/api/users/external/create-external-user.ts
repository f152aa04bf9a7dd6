import { translator } from '#locales/translate.ts'
import { hashOf } from '#platform/password-hash.ts'
import { insertedId, recordAudit } from '../../audit/storage.ts'
import { mailOfPassword, passwordEnd, temporaryPassword } from '../../authentication/passwords/generate-password.ts'
import type { Ctx } from '../../context.ts'
import { Refused } from '../../refusals.ts'
import { type FoundUser, findUser, insertUser } from '../storage.ts'
import { sightOf } from '../within-reach.ts'
import type { NewExternalUser } from './contract.ts'

function refuseTaken(ctx: Ctx): never {
  const text = translator(ctx.language, 'refusals')('user_name_taken')
  throw new Refused('user_name_taken', { fields: { userName: text } })
}

const find = (ctx: Ctx, userName: string) => findUser(ctx.db, { userName }, sightOf(ctx.actor))

export async function createExternalUser(ctx: Ctx, given: NewExternalUser): Promise<FoundUser> {
  const { birthDate, userName = given.email, phone = null, language = null, ...named } = given
  if (await find(ctx, userName)) refuseTaken(ctx)
  const password = temporaryPassword()
  const [passwordHash, passwordExpiresAt] = await Promise.all([hashOf(password), passwordEnd(ctx)])
  const user = { ...named, userName, phone, language, birthOn: birthDate ?? null, isExternal: true }
  await ctx.db.commit([
    insertUser(ctx.db, { ...user, passwordHash, passwordExpiresAt, createdAt: ctx.now, changedAt: ctx.now }),
    recordAudit(ctx, 'user.created', { type: 'user', id: insertedId }, { after: user }),
    ...mailOfPassword(ctx, user, password, passwordExpiresAt),
  ])
  const created = await find(ctx, userName)
  if (!created) throw new Refused('internal')
  return created
}
