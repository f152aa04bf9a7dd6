import type { Ctx } from '#api/context.ts'
import { auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { commitWithFile } from '#api/foundation/files/commit-with-file.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { fileIdOf } from '#api/foundation/files/storage.ts'
import { storePicture } from '#api/foundation/files/store-picture.ts'
import { requireRecentAuthentication } from '#api/people/authentication/passwords/recent-authentication.ts'
import { requestEmailChange } from '#api/people/email-changes/request-change.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { changesOnlyContactFields, mayEdit } from '#api/people/users/access.ts'
import { checkBirthDate } from '#api/people/users/check-birth-date.ts'
import type { UserEdit } from '#api/people/users/contract.ts'
import { type FoundUser, updateUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { changeMemberships } from './memberships/change-memberships.ts'
import { userSnapshot } from './snapshot.ts'

interface Picture {
  file: File | null
  /** Whether the stored picture is removed; ignored with a new `file`. */
  remove: boolean
}

async function pictureChange(ctx: Ctx, { file, remove }: Picture) {
  if (!file) return { key: null, statements: [], columns: remove ? { pictureFileId: null } : {} }
  const { key, statements } = await storePicture(ctx, file, 'PersonPicture')
  return { key, statements, columns: { pictureFileId: fileIdOf(key) } }
}

/**
 * Statements that request a new e-mail address, which takes effect when it has been confirmed. Requires that callers
 * who change their own address have just authenticated.
 */
async function emailChange(ctx: Ctx, user: FoundUser, { email, password }: UserEdit): Promise<Statement[]> {
  if (email === undefined || (email ?? '').toLowerCase() === (user.email ?? '').toLowerCase()) return []
  return [
    ...(user.id === ctx.actor.id ? await requireRecentAuthentication(ctx, password) : []),
    ...(await requestEmailChange(ctx, user, email)),
  ]
}

const identifying = ['firstName', 'lastName', 'email', 'phone', 'organizationIds'] as const

/**
 * True when the edit leaves the identity as it is. A protected identity is edited by ending the protection first,
 * because its row of `users` does not contain it.
 */
const keepsIdentity = (edit: UserEdit, { file, remove }: Picture) =>
  !file && !remove && identifying.every((field) => edit[field] === undefined)

/**
 * Changes a person's fields, memberships and picture with an audit entry, and returns the person; absent fields stay
 * as they are. A new e-mail address takes effect when it has been confirmed by a mailed link, its removal at once.
 * `picture.file` replaces the picture, `picture.remove` removes it.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed') when the caller may not edit the person; only the person's office changes name, date
 * of birth and memberships.
 * @throws Refused('identity_protected') when the edit changes a protected identity.
 * @throws Refused('person_erased') when the person is erased.
 * @throws Refused('invalid_input') at the fields that are refused.
 * @throws Refused('rights_beyond_own') when new memberships would extend the person's role and the caller is no
 * administrator.
 * @throws Refused('wrong_password') when callers change their own e-mail address without a recent or right password.
 * @throws Refused('session_expired') when the caller no longer exists.
 * @throws Refused('too_many_requests') after too many wrong passwords, or five mailed links within a quarter of an
 * hour.
 * @throws Refused with the codes of `storePicture`: 'too_large', 'unsupported_media_type', 'picture_damaged' or
 * 'picture_too_many_pixels'.
 * @throws Refused('picture_quota') when the caller has stored too many pictures.
 * @throws Refused('changed_meanwhile') when the edited version (`lastChange`) is missing or outdated.
 */
export async function editUser(ctx: Ctx, id: number, edit: UserEdit, picture: Picture): Promise<FoundUser> {
  const user = await getUser(ctx, id)
  if (!mayEdit(ctx.actor, user)) throw new Refused('not_allowed')
  if (!user.isAdministered && !changesOnlyContactFields(edit)) throw new Refused('not_allowed')
  if (user.protectedAt && !keepsIdentity(edit, picture)) throw new Refused('identity_protected')
  checkBirthDate(ctx, edit.birthDate)
  const { email: _email, password: _password, organizationIds, lastChange, ...fields } = edit
  const further = [
    ...(await emailChange(ctx, user, edit)),
    ...(organizationIds ? await changeMemberships(ctx, user, organizationIds) : []),
  ]
  const { key, statements, columns } = await pictureChange(ctx, picture)
  const audit = auditEdit(ctx, { action: 'user.edited', target: { type: 'user', id }, of: userSnapshot(id) })
  await commitWithFile(ctx, key, [
    ...statements,
    audit.before,
    // Written before the change of address, because it is compared with the version that was edited.
    updateUser(ctx.db, user, { ...fields, ...columns }, lastChange, ctx.now),
    ...further,
    ...audit.after,
  ])
  if ('pictureFileId' in columns) await releaseFilesSoon(ctx)
  return getUser(ctx, id)
}
