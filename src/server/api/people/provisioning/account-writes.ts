import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { removeSessionsOfUser } from '#api/people/authentication/storage.ts'
import { writeGroupRoles } from '#api/people/external-login/oidc/group-roles.ts'
import type { OidcSettings } from '#api/people/external-login/oidc/rules.ts'
import type { StaffAccount } from '#api/people/external-login/oidc/storage.ts'
import { loadPerson } from '#api/people/integrations/people/storage.ts'
import { changeEmail } from '#api/people/integrations/people/write-person.ts'
import { isUserNameTaken } from '#api/people/own-accounts/matches-storage.ts'
import { insertGroupRoles } from '#api/people/roles/storage.ts'
import { userSnapshot } from '#api/people/user-management/snapshot.ts'
import { insertAccounts, joinAccounts } from '#api/people/users/piece-storage.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { updateUser } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken } from '#platform/digest.ts'
import type { GroupName } from './group-storage.ts'
import { isUsable, listGivenRoles, toMappedName } from './own-account.ts'
import { type PersonFields, toAccountName } from './person-input.ts'
import { joinCreatedAccount, type PersonRow } from './storage.ts'

/** Returns the user name of a new account: the e-mail address when nobody has it, else a name that tells nothing. */
const chooseUserName = async ({ db }: Ctx, email: string) =>
  (await isUserNameTaken(db, email)) ? `personal-${randomToken().slice(0, 16)}` : email

interface NewAccount {
  personId: string
  fields: PersonFields
  email: string
  /** Groups that the person is in already. */
  groups: readonly GroupName[]
}

/**
 * Returns the statements that make an account for a provisioned person, with the roles of its groups and audit entries.
 * It has no password and is in no organisation.
 */
export async function createAccount(ctx: Ctx, settings: OidcSettings, { personId, fields, email, groups }: NewAccount) {
  const { firstName, lastName } = toAccountName(fields)
  const userName = await chooseUserName(ctx, email)
  const piece = JSON.stringify([{ ...withUserWords({ firstName, lastName }), userName, email }])
  const record = (action: 'user.created' | 'roles.changed', after: object) =>
    recordAuditOfEach(
      ctx,
      action,
      'user',
      sql`select u.id, ${JSON.stringify({ after })} as data ${joinAccounts(piece)}`,
    )
  const roles = listGivenRoles(settings, groups)
  return [
    insertAccounts(ctx, piece, false),
    joinCreatedAccount(ctx.db, personId, userName),
    record('user.created', { firstName, lastName, userName, email }),
    ...(roles.length > 0
      ? [
          insertGroupRoles(ctx.db, roles, joinAccounts(piece)),
          record('roles.changed', Object.fromEntries(roles.map((role) => [role, {}]))),
        ]
      : []),
  ]
}

/**
 * Returns the statements that end what the provider has given: all sessions, and the roles of groups. Roles by hand stay,
 * and the last superadministrator keeps the role (`keepsSuperadministrator`).
 */
export const endAccess = (ctx: Ctx, account: StaffAccount, keepsSuperadministrator: boolean): Statement[] => [
  removeSessionsOfUser(ctx, account.id),
  ...writeGroupRoles(ctx, account, { mapped: null, keepsSuperadministrator }).statements,
]

interface GroupChoice {
  groups: readonly GroupName[]
  /** Groups that the person has just left, so that they may give their roles again. */
  left?: readonly GroupName[]
  keepsSuperadministrator: boolean
}

/**
 * Returns the statements that give the account the roles of its groups and take back the others of groups. An account
 * that is closed, protected or of a minor gets no new one.
 */
export function writeRoles(ctx: Ctx, settings: OidcSettings, account: StaffAccount, choice: GroupChoice): Statement[] {
  const { groups, left = [], keepsSuperadministrator } = choice
  const given = listGivenRoles(settings, groups)
  const mapped = isUsable(account, ctx.now) ? given : given.filter((role) => account.roles[role])
  return writeGroupRoles(ctx, account, {
    mapped,
    groups: groups.map(toMappedName).filter((name) => settings.groupRoles.has(name)),
    lacked: listGivenRoles(settings, left).filter((role) => !mapped.includes(role)),
    keepsSuperadministrator,
  }).statements
}

/**
 * Returns the statements that copy a changed name to the account that the portal made for the person, with an audit
 * entry. A changed e-mail address is copied until the first sign-in; other accounts get nothing. For 72 hours afterwards the address links
 * nothing and resets no password. An account that has got a protected identity, or is in the register, stays as it is.
 */
export async function updateAccount(ctx: Ctx, { id, changedAt }: StaffAccount, row: PersonRow, fields: PersonFields) {
  const before = toAccountName(row)
  const name = toAccountName(fields)
  const isRenamed = before.firstName !== name.firstName || before.lastName !== name.lastName
  const email = fields.email !== null && fields.email !== row.email ? fields.email : null
  if (!row.isCreated || (!isRenamed && email === null)) return []
  const stored = await loadPerson(ctx.db, id, [])
  if (!stored || stored.isHidden || stored.isInRegister) return []
  const audit = auditEdit(ctx, { action: 'user.edited', target: { type: 'user', id }, of: userSnapshot(id) })
  return [
    audit.before,
    updateUser(ctx.db, { ...stored, id }, isRenamed ? name : {}, changedAt, ctx.now),
    ...(email !== null && !stored.hasSignedIn ? changeEmail(ctx, stored, email, true) : []),
    ...audit.after,
  ]
}
