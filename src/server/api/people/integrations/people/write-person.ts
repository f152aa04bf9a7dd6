import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAudit, recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { type EmailChange, insertConfirmedChanges } from '#api/people/email-changes/storage.ts'
import { listTakenNames } from '#api/people/member-imports/lookup-storage.ts'
import { removeTokensOfUsers } from '#api/people/tokens/storage.ts'
import { userSnapshot } from '#api/people/user-management/snapshot.ts'
import { insertMemberships, removeMemberships } from '#api/people/users/membership-storage.ts'
import {
  insertAccountMemberships,
  insertAccounts,
  joinAccounts,
  makeMembers,
  setEmails,
} from '#api/people/users/piece-storage.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { updateUser } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken } from '#platform/digest.ts'
import type { GivenPerson } from './contract.ts'
import type { PersonUpdate, StoredPerson } from './rules.ts'
import { insertLink, insertLinkOfNew, type NewLink, updateLink } from './storage.ts'

/**
 * Returns the user name of a new person: the e-mail address when nobody else has it, else a name that tells nothing.
 */
async function chooseUserName(ctx: Ctx, email: string): Promise<string> {
  const isTaken = email !== '' && (await listTakenNames(ctx.db, [email.toLowerCase()])).length > 0
  return email === '' || isTaken ? `medlem-${randomToken().slice(0, 16)}` : email
}

/**
 * Creates a person whom an integration account gives with the memberships, the account's own id of the person and an
 * audit entry, in one commit. The user name is the e-mail address, or a random one when that is missing or taken. The
 * first membership is primary; an account that is limited to organisations (`isLimited`) gives no register id. Mails
 * nothing.
 */
export async function createPerson(ctx: Ctx, given: GivenPerson, link: NewLink, isLimited: boolean): Promise<void> {
  const { firstName, lastName, birthDate, phone } = given
  const email = given.email ?? ''
  const values = {
    ...withUserWords({ firstName, lastName }),
    userName: await chooseUserName(ctx, email),
    email: email || null,
    phone: phone || null,
    birthOn: birthDate,
    // The register attaches its person to this id, so only accounts of the whole federation give one.
    externalId: isLimited ? null : (given.externalPersonId ?? null),
    memberships: link.organizationIds.map((organizationId, at) => ({
      organizationId,
      isPrimary: at === 0 ? 1 : 0,
      fromOn: null,
    })),
  }
  const piece = JSON.stringify([values])
  const { searchWords: _words, memberships: _memberships, externalId, ...after } = values
  const data = { after: { ...after, externalPersonId: externalId, organizationIds: link.organizationIds } }
  await ctx.db.commit([
    insertAccounts(ctx, piece, false),
    insertAccountMemberships(ctx, piece),
    insertLinkOfNew(ctx, link, piece),
    recordAuditOfEach(
      ctx,
      'user.created',
      'user',
      sql`select u.id, ${JSON.stringify(data)} as data ${joinAccounts(piece)}`,
    ),
  ])
}

/**
 * Returns the statements that store and use an e-mail address of a person who has never signed in. They withdraw a
 * pending change and end open password resets; they mail nothing and write no audit entry. With `isLimited`, as after
 * a change by an account of a club or by provisioning, nobody claims the person by the new e-mail address for 72
 * hours.
 */
export function changeEmail(
  ctx: Ctx,
  { userId, email: previousEmail }: Pick<StoredPerson, 'userId' | 'email'>,
  email: string,
  isLimited: boolean,
): Statement[] {
  const change: EmailChange = {
    id: ctx.newId(),
    userId,
    email,
    previousEmail,
    requestedByUserId: userId,
    tokenHash: null,
    createdAt: ctx.now,
    expiresAt: ctx.now,
    confirmedAt: ctx.now,
    withdrawnAt: null,
    objectedAt: null,
    restLiftedAt: isLimited ? null : ctx.now,
    fromRegister: true,
  }
  const piece = JSON.stringify([change])
  return [...insertConfirmedChanges(ctx, piece), setEmails(ctx, piece), removeTokensOfUsers(ctx.db, [userId], 'Reset')]
}

function changePerson(ctx: Ctx, stored: StoredPerson, update: PersonUpdate, isLimited: boolean): Statement[] {
  const { fields, email, added, removed } = update
  const { userId } = stored
  const audit = auditEdit(ctx, {
    action: 'user.edited',
    target: { type: 'user', id: userId },
    of: userSnapshot(userId),
  })
  return [
    audit.before,
    // Refuses the commit when another write came between.
    updateUser(ctx.db, { ...stored, id: userId }, fields, stored.changedAt, ctx.now),
    ...(email === null ? [] : changeEmail(ctx, stored, email, isLimited)),
    removeMemberships(ctx.db, userId, removed),
    insertMemberships(ctx.db, userId, added),
    ...(stored.isExternal && added.length > 0 ? [makeMembers(ctx, sql`select ${userId}`)] : []),
    ...audit.after,
  ]
}

interface PersonChange {
  update: PersonUpdate
  /** The account is limited to organisations. */
  isLimited: boolean
  /** False when the person stays as they are. */
  isChanged: boolean
  /** `new`: the account did not know the person; `changed`: it gives other memberships than before. */
  linkState: 'new' | 'changed' | 'same'
}

/**
 * Writes a change of a person by an integration account, and the memberships that the account gives (`link`), in one
 * commit; nothing when neither changes.
 *
 * `link` is inserted or replaced as `linkState` says. A changed person and a new link have an audit entry each; other
 * memberships alone have none. With `isChanged` the commit fails as `changed_meanwhile` when the person is no longer as
 * in `stored`.
 */
export async function updatePerson(ctx: Ctx, stored: StoredPerson, link: NewLink, change: PersonChange): Promise<void> {
  const { update, isLimited, isChanged, linkState } = change
  const { userId } = stored
  const statements = [
    ...(isChanged ? changePerson(ctx, stored, update, isLimited) : []),
    ...(linkState === 'new'
      ? [insertLink(ctx, { ...link, userId }), recordAudit(ctx, 'user.linked', { type: 'user', id: userId })]
      : []),
    ...(linkState === 'changed' ? [updateLink(ctx, link)] : []),
  ]
  if (statements.length > 0) await ctx.db.commit(statements)
}
