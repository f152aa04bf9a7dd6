import type { Statement } from '#platform/database.ts'
import { auditEdit } from '../audit/edits/audit-edit.ts'
import { snapshots } from '../audit/edits/things.ts'
import { mustHaveGivenPassword } from '../authentication/passwords/recent-password.ts'
import type { Ctx } from '../context.ts'
import { requestEmailChange } from '../email-changes/request-change.ts'
import { commitWithFile } from '../files/commit-with-file.ts'
import { releaseFilesSoon } from '../files/release-files.ts'
import { fileIdOf } from '../files/storage.ts'
import { storePicture } from '../files/store-picture.ts'
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
  if (!file) return { key: null, statements: [], columns: remove ? { pictureFileId: null } : {} }
  const { key, statements } = await storePicture(ctx, file, 'PersonPicture')
  return { key, statements, columns: { pictureFileId: fileIdOf(key) } }
}

/** A new address waits until its reader has confirmed it; the own one is changed by somebody who has just proved who they are. */
async function emailChange(ctx: Ctx, user: FoundUser, { email, password }: UserEdit): Promise<Statement[]> {
  if (email === undefined || (email ?? '').toLowerCase() === (user.email ?? '').toLowerCase()) return []
  return [
    ...(user.id === ctx.actor.id ? await mustHaveGivenPassword(ctx, password) : []),
    ...(await requestEmailChange(ctx, user, email)),
  ]
}

const identifying = ['firstName', 'lastName', 'email', 'phone', 'organizationIds'] as const

/** A protected identity is changed by ending the protection first: nothing of it stands where the change would be written. */
const keepsIdentity = (edit: UserEdit, { file, remove }: Picture) =>
  !file && !remove && identifying.every((field) => edit[field] === undefined)

/** Changes a person; what the caller did not name stays. */
export async function editUser(ctx: Ctx, id: number, edit: UserEdit, picture: Picture): Promise<FoundUser> {
  const user = await getUser(ctx, id)
  if (!mayEdit(ctx.actor, user, user.answeredFor)) throw new Refused('not_allowed')
  if (!user.answeredFor && !changesOnlyOwn(edit)) throw new Refused('not_allowed')
  if (user.protectedAt && !keepsIdentity(edit, picture)) throw new Refused('identity_protected')
  mustBeBirth(ctx, edit.birthDate)
  const { email: _email, password: _password, organizationIds, lastChange, ...named } = edit
  const also = [
    ...(await emailChange(ctx, user, edit)),
    ...(organizationIds ? await membershipChange(ctx, user, organizationIds) : []),
  ]
  const { key, statements, columns } = await pictureChange(ctx, picture)
  const audit = auditEdit(ctx, { action: 'user.edited', target: { type: 'user', id }, of: snapshots.user(id) })
  await commitWithFile(ctx, key, [
    ...statements,
    audit.before,
    // Before what the e-mail brings: it is judged against the version that the writer has seen.
    markEdited(ctx.db, id, { ...named, ...columns }, lastChange, ctx.now),
    ...also,
    ...audit.after,
  ])
  if ('pictureFileId' in columns) await releaseFilesSoon(ctx)
  return getUser(ctx, id)
}
