import type { HeldRoles, Role } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit, toAuthorId } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { roles as allRoles } from '#api/held-roles.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { loadOwnBranch, refuseRoleChange } from '#api/people/roles/change-roles.ts'
import { countRoleAccess, withoutRole } from '#api/people/roles/rules.ts'
import { mayManageAccount } from '#api/people/users/access.ts'
import { type FoundUser, findAddressee, markChanged } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { VerifiedPerson } from '../providers/provider.ts'
import { writeGroupRoles } from './group-roles.ts'
import { listMappedRoles } from './rules.ts'
import { insertLink, listAccounts, removeEarlierLink, removeLink, type StaffAccount } from './storage.ts'

/** Statements that notify the owner of the account by mail, because another person may have made the change. */
async function mailAbout(ctx: Visitor, userId: number, name: string): Promise<Statement[]> {
  const person = await findAddressee(ctx.db, { id: userId })
  if (!person?.email) return []
  const values = { name: person.firstName, link: `${ctx.env.PORTAL_ORIGIN}/profile/security` }
  return writeMail(ctx, { recipient: person.email, userId, language: person.language, name, values })
}

/**
 * Returns the statements that link an account to a person at the OpenID provider, in place of a link to an earlier
 * provider. They write an audit entry and mail the account's owner. The commit fails when either is linked already.
 */
export async function writeLink(ctx: Visitor, { id }: StaffAccount, person: VerifiedPerson): Promise<Statement[]> {
  const { issuer, subject } = person
  return [
    removeEarlierLink(ctx.db, id, issuer),
    insertLink(ctx.db, { userId: id, issuer, subject, createdAt: ctx.now, signedInAt: ctx.now }),
    recordAudit(ctx, 'openIdConnect.connected', { type: 'user', id }, {}, id),
    ...(await mailAbout(ctx, id, 'staffSignInConnected')),
  ]
}

type Check = (account: StaffAccount) => void

/** Removes a link that `check` lets go, keeping the role of the last superadministrator; does nothing without one. */
async function disconnect(ctx: Ctx, userId: number, check: Check, keepsSuperadministrator = false): Promise<void> {
  const [account] = await listAccounts(ctx.db, { userId })
  if (!account || account.subject === null) return
  check(account)
  const { statements } = writeGroupRoles(ctx, account, {
    mapped: null,
    author: toAuthorId(ctx),
    keepsSuperadministrator,
  })
  try {
    await ctx.db.commit([
      // The commit fails also when somebody limits a role at the same time.
      ...(statements.length > 0 ? statements : [markChanged(ctx.db, userId, account.changedAt, ctx.now)]),
      removeLink(ctx.db, userId),
      recordAudit(ctx, 'openIdConnect.forgotten', { type: 'user', id: userId }),
      ...(await mailAbout(ctx, userId, 'staffSignInForgotten')),
    ])
  } catch (error) {
    const isLast = error instanceof ConstraintError && error.text === 'last_superadministrator'
    if (!isLast || keepsSuperadministrator) throw error
    await disconnect(ctx, userId, check, true)
  }
}

/**
 * Whether a group gives the person a role, or would give one that somebody has taken from them or limited. Linked to
 * another account of theirs, the person would get it whole.
 */
function limitsRoles({ groupRoles, withheldRoles, roles }: StaffAccount, mapped: readonly Role[]): boolean {
  const isLimited = mapped.some((role) => countRoleAccess(roles[role]) > 0)
  return groupRoles.length > 0 || withheldRoles.length > 0 || isLimited
}

/**
 * Disconnects the caller's account from the OpenID provider, with an audit entry, and mails the caller. Does nothing
 * without a link.
 * @throws Refused('oidc_link_kept') when groups at the provider give roles to the caller, or a role that they could
 * give is limited or taken: the office has to do it.
 */
export const removeOwnLink = (ctx: Ctx): Promise<void> =>
  disconnect(ctx, ctx.actor.id, (account) => {
    // A mapping that cannot be read may name any role.
    if (limitsRoles(account, listMappedRoles(ctx.env) ?? allRoles)) throw new Refused('oidc_link_kept')
  })

/** Returns why the caller may not take away the roles that groups gave a person; null when nothing hinders it. */
const refuseRemoval = (
  ctx: Ctx,
  person: FoundUser,
  groupRoles: readonly Role[],
  branch: Awaited<ReturnType<typeof loadOwnBranch>>,
) => {
  const apply = (roles: HeldRoles) => groupRoles.reduce(withoutRole, roles)
  return groupRoles.length > 0 ? refuseRoleChange(ctx.actor, person, { changedRoles: groupRoles, apply }, branch) : null
}

/**
 * Whether a person whom the caller may edit is connected to the OpenID provider, and the caller may disconnect them, as
 * `removeLinkOfUser` decides.
 */
export async function mayRemoveLink(ctx: Ctx, person: FoundUser): Promise<boolean> {
  const [[account], branch] = await Promise.all([listAccounts(ctx.db, { userId: person.id }), loadOwnBranch(ctx)])
  if (!account || account.subject === null) return false
  return refuseRemoval(ctx, person, account.groupRoles, branch) === null
}

/**
 * Disconnects the account of a person whom the caller may edit from the OpenID provider, and takes back the roles that
 * groups there gave. Mails the person and writes audit entries. The last superadministrator keeps the role. Does
 * nothing without a link.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed') when the caller may not edit the person.
 * @throws Refused('changed_meanwhile') when somebody changes the person at the same time.
 * @throws Refused('not_allowed'), Refused('own_roles') or Refused('rights_beyond_own') when the caller may not take the
 * roles of the groups away, as `refuseRoleChange` decides.
 */
export async function removeLinkOfUser(ctx: Ctx, userId: number): Promise<void> {
  const person = await getUser(ctx, userId)
  if (!mayManageAccount(ctx.actor, person)) throw new Refused('not_allowed')
  const branch = await loadOwnBranch(ctx)
  await disconnect(ctx, person.id, ({ groupRoles, changedAt }) => {
    if (changedAt.getTime() !== person.changedAt.getTime()) throw new Refused('changed_meanwhile')
    const refusal = refuseRemoval(ctx, person, groupRoles, branch)
    if (refusal) throw new Refused(refusal)
  })
}
