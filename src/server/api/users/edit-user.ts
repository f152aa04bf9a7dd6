import type { Statement } from '#platform/database.ts'
import { recordAudit } from '../audit/storage.ts'
import { mustKnowPassword, ownPasswordSubject } from '../authentication/passwords/known-password.ts'
import { forgiveFailures } from '../authentication/storage.ts'
import { removeTokens } from '../authentication/tokens.ts'
import type { Ctx } from '../context.ts'
import { fileIdOf } from '../files/storage.ts'
import { storePicture } from '../files/store-picture.ts'
import { writeMail } from '../mails/write-mail.ts'
import { Refused } from '../refusals.ts'
import { changesOnlyOwn, mayEdit } from './access.ts'
import { mustBeBirth } from './born-on.ts'
import type { UserEdit } from './contract.ts'
import { membershipChange } from './memberships/change-memberships.ts'
import { type FoundUser, findUser, markEdited } from './storage.ts'
import { sightOf } from './within-reach.ts'

/** A person as the caller finds them. */
export async function getUser(ctx: Ctx, id: number): Promise<FoundUser> {
  const user = await findUser(ctx.db, { id }, sightOf(ctx.actor))
  if (!user) throw new Refused('not_found')
  return user
}

interface Picture {
  file: File | null
  remove: boolean
}

async function pictureChange(ctx: Ctx, { file, remove }: Picture) {
  if (!file) return { statements: [], columns: remove ? { pictureFileId: null } : {} }
  const { key, statement } = await storePicture(ctx, file, 'SignedIn')
  return { statements: [statement], columns: { pictureFileId: fileIdOf(key) } }
}

/** What goes with a new e-mail: codes sent to the old one end, and whoever reads the old one is told. */
async function emailChange(ctx: Ctx, user: FoundUser, { email, password }: UserEdit): Promise<Statement[]> {
  if (email === undefined || (email ?? '').toLowerCase() === (user.email ?? '').toLowerCase()) return []
  const own = user.id === ctx.actor.id
  if (own) await mustKnowPassword(ctx, password ?? '')
  const told = { language: user.language, name: 'emailChanged', values: { name: user.firstName } }
  return [
    removeTokens(ctx.db, user.id, 'Reset', ctx.now),
    ...(own ? [forgiveFailures(ctx.db, ownPasswordSubject(user.id), [], ctx.now)] : []),
    ...(user.email ? writeMail(ctx, { recipient: user.email, userId: user.id, ...told }) : []),
  ]
}

/** What was and what is of the fields that were written differently. */
function differences(user: FoundUser, edit: UserEdit) {
  const was = { ...user, birthDate: user.birthOn, organizationIds: Object.keys(user.organizations).map(Number) }
  const { password: _, lastChange: __, ...named } = edit
  const fields = (Object.keys(named) as (keyof typeof named)[]).filter(
    (field) => JSON.stringify(named[field] ?? null) !== JSON.stringify(was[field] ?? null),
  )
  const of = (from: Partial<Record<keyof typeof named, unknown>>) =>
    Object.fromEntries(fields.map((field) => [field, from[field] ?? null]))
  return { before: of(was), after: of(named) }
}

/** Changes a person; what the caller did not name stays. */
export async function editUser(ctx: Ctx, id: number, edit: UserEdit, picture: Picture): Promise<FoundUser> {
  const user = await getUser(ctx, id)
  if (!mayEdit(ctx.actor, user, user.answeredFor)) throw new Refused('not_allowed')
  if (!user.answeredFor && !changesOnlyOwn(edit)) throw new Refused('not_allowed')
  mustBeBirth(ctx, edit.birthDate)
  const { password: _, organizationIds, lastChange, ...named } = edit
  const also = [
    ...(await emailChange(ctx, user, edit)),
    ...(organizationIds ? await membershipChange(ctx, user, organizationIds) : []),
  ]
  const { statements, columns } = await pictureChange(ctx, picture)
  const fields = [...Object.keys(differences(user, edit).after), ...Object.keys(columns)]
  await ctx.db.commit([
    ...statements,
    markEdited(ctx.db, id, { ...named, ...columns }, lastChange, ctx.now),
    ...also,
    recordAudit(ctx, 'user.edited', { type: 'user', id }, { fields, ...differences(user, edit) }),
  ])
  return getUser(ctx, id)
}
