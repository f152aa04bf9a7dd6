import { sql } from 'drizzle-orm'
import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { removeSessionsOfUser } from '#api/people/authentication/storage.ts'
import { planRoles, writeGroupRoles } from '#api/people/external-login/oidc/group-roles.ts'
import { isAddressOfHostedDomain, type OidcSettings } from '#api/people/external-login/oidc/rules.ts'
import { listAccounts, type StaffAccount } from '#api/people/external-login/oidc/storage.ts'
import { guardianLinksView } from '#api/people/guardians/views.ts'
import type { StoredPerson } from '#api/people/integrations/people/rules.ts'
import { loadPerson } from '#api/people/integrations/people/storage.ts'
import { changeEmail } from '#api/people/integrations/people/write-person.ts'
import { userSnapshot } from '#api/people/user-management/snapshot.ts'
import { insertAccounts, joinAccounts } from '#api/people/users/piece-storage.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { updateUser } from '#api/people/users/storage.ts'
import { recordsOfPerson } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken } from '#platform/digest.ts'
import type { GroupName } from './group-storage.ts'
import { isUsable, listGivenRoles, toMappedName } from './own-account.ts'
import { type PersonFields, toAccountName } from './person-input.ts'
import type { Service } from './scim-service.ts'
import { joinCreatedAccount, type PersonRow } from './storage.ts'

interface NewAccount {
  personId: string
  fields: PersonFields
  email: string
  /** Whether somebody has the e-mail address as a user name. */
  isNameTaken: boolean
}

/**
 * Returns the statements that make an account for a provisioned person and join the two, with an audit entry. The user
 * name is the e-mail address, or a random one with `isNameTaken`. The account has no password, is in no organisation,
 * and gets the roles of groups at the first sign-in by the provider: until then the token alone would open an account
 * with a role. Mails nothing.
 */
export function createAccount(ctx: Ctx, { personId, fields, email, isNameTaken }: NewAccount): Statement[] {
  const { firstName, lastName } = toAccountName(fields)
  const userName = isNameTaken ? `personal-${randomToken().slice(0, 16)}` : email
  const piece = JSON.stringify([{ ...withUserWords({ firstName, lastName }), userName, email }])
  return [
    insertAccounts(ctx, piece, false),
    joinCreatedAccount(ctx.db, personId, userName),
    recordAuditOfEach(
      ctx,
      'user.created',
      'user',
      sql`select u.id, ${JSON.stringify({ after: { firstName, lastName, userName, email } })} as data ${joinAccounts(piece)}`,
    ),
  ]
}

/**
 * Returns the statements that end what the provider has given: all sessions, and the roles of groups, with an audit
 * entry when there are any. Roles by hand stay, the account stays active, and with `keepsSuperadministrator` the last
 * superadministrator keeps the role.
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
 * Plans the roles that the groups of a person give to the account, and those that they take back, as `planRoles` does.
 * Roles of the groups that the person has just left (`left`) may be given again later. An account that nobody has
 * linked by signing in at the provider, or that is not usable (`isUsable`), gets no new role. Writes nothing.
 */
export function planGroupRoles({ now }: Ctx, settings: OidcSettings, account: StaffAccount, choice: GroupChoice) {
  const { groups, left = [], keepsSuperadministrator } = choice
  const given = listGivenRoles(settings, groups)
  const mayGet = account.issuer === settings.issuer && isUsable(account, now)
  const mapped = mayGet ? given : given.filter((role) => account.roles[role])
  return planRoles(account, {
    mapped,
    groups: groups.map(toMappedName).filter((name) => settings.groupRoles.has(name)),
    lacked: listGivenRoles(settings, left).filter((role) => !mapped.includes(role)),
    keepsSuperadministrator,
  })
}

/** Whether another record is merged into the account, so that it has the education of somebody else. */
const hasMergedRecord = async ({ db }: Ctx, userId: number) =>
  (await db.rows(sql`select id from ${recordsOfPerson(userId)}`)).length > 1

/**
 * Whether the account is only what the portal made: nobody has signed in, and nobody has given it a role, an
 * organisation, a guardian or a child. Its e-mail address opens nothing then.
 */
async function isUntouched({ db }: Ctx, { userId, hasSignedIn, hasRole, organizationIds }: StoredPerson) {
  if (hasSignedIn || hasRole || organizationIds.length > 0) return false
  const links = await db.rows(sql`select 1 as linked from ${guardianLinksView} care
    where care.adult_user_id = ${userId} or care.child_user_id = ${userId}`)
  return links.length === 0
}

/** Whether the portal would make an account for an e-mail address: no other adult has it. */
async function isFreeAddress({ db, now }: Ctx, settings: OidcSettings, id: number, email: string): Promise<boolean> {
  if (!isAddressOfHostedDomain(settings, email)) return false
  const accounts = await listAccounts(db, { email, bornBy: latestAdultBirth(toPortalDay(now)) })
  return accounts.every((account) => account.id === id)
}

/**
 * Returns the statements that copy a changed name to the account that the portal made for the person, with an audit
 * entry. A changed e-mail address that no other adult has is copied until the first sign-in, unless the office has
 * given the account something. For 72 hours afterwards the address links nothing and resets no password. Other accounts
 * stay as they are, and so does one that has got a protected identity or another record, or is in the register.
 */
export async function updateAccount(
  { ctx, settings }: Service,
  account: StaffAccount,
  row: PersonRow,
  fields: PersonFields,
) {
  const { id, changedAt } = account
  const before = toAccountName(row)
  const name = toAccountName(fields)
  const isRenamed = before.firstName !== name.firstName || before.lastName !== name.lastName
  const hasNewEmail = fields.email !== null && fields.email.toLowerCase() !== row.email?.toLowerCase()
  const email = hasNewEmail ? fields.email : null
  if (!row.isCreated || (!isRenamed && email === null)) return []
  const stored = await loadPerson(ctx.db, id, [])
  if (!stored || stored.isHidden || stored.isInRegister || (await hasMergedRecord(ctx, id))) return []
  const [isOwn, isFree] = await Promise.all([
    isUntouched(ctx, stored),
    email !== null && isFreeAddress(ctx, settings, id, email),
  ])
  const copied = isOwn && isFree ? email : null
  if (!isRenamed && copied === null) return []
  const audit = auditEdit(ctx, { action: 'user.edited', target: { type: 'user', id }, of: userSnapshot(id) })
  return [
    audit.before,
    updateUser(ctx.db, { ...stored, id }, isRenamed ? name : {}, changedAt, ctx.now),
    ...(copied === null ? [] : changeEmail(ctx, stored, copied, true)),
    ...audit.after,
  ]
}
