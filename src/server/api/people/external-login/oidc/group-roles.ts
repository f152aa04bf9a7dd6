import { sql } from 'drizzle-orm'
import type { HeldRoles, Role } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { recordAudit, recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { pinMemberships, withoutRole, withRole } from '#api/people/roles/rules.ts'
import { writeRolesOfGroups } from '#api/people/roles/storage.ts'
import { markAllChanged } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import { planGroupRoles } from './rules.ts'
import { releaseRoles, type StaffAccount } from './storage.ts'

/** Changes that the groups of one person make. */
export interface RolePlan {
  account: StaffAccount
  /** Roles of the person afterwards. */
  roles: HeldRoles
  /** Roles that a group gives and that the person did not have. */
  added: Role[]
  /** Roles that are taken back. */
  removed: Role[]
  /** Withheld roles that groups may give again. */
  released: Role[]
  /** Whether the last superadministrator keeps the role. */
  isKept: boolean
  /** Groups that give the roles, for the audit log; absent when roles are only taken back. */
  groups?: readonly string[]
}

export interface RoleChoice {
  /** Roles that the groups give; null when no group is known, so that all roles of groups are taken back. */
  mapped: readonly Role[] | null
  /** Groups that give the roles, for the audit log; absent when roles are only taken back. */
  groups?: readonly string[]
  /** Roles whose groups the person has surely left, so that these may give them again; absent for none. */
  lacked?: readonly Role[]
  /** Id of the person who takes the roles back, for the audit log; absent when the portal does, by the groups. */
  author?: number | null
  /** Whether the role of superadministrator stays, because the person is the last one. */
  keepsSuperadministrator: boolean
}

const pick = (roles: HeldRoles, names: readonly Role[]): Partial<Record<Role, HeldRoles[Role] | null>> =>
  Object.fromEntries(names.map((role) => [role, roles[role] ?? null]))

/**
 * Returns the roles that the groups at the OpenID provider give to a person (`mapped`), and those that are taken back.
 * The latter are those whose group is gone, all that groups gave when `mapped` is null. Roles that people gave stay.
 * Writes nothing.
 *
 * A role that somebody took from the person is only given again after a plan with the role in `lacked`, the roles
 * whose groups the provider did not list. With `keepsSuperadministrator` that role is not taken back.
 */
export function planRoles(account: StaffAccount, choice: RoleChoice): RolePlan {
  const { groupRoles, withheldRoles } = account
  const ownRoles = Object.keys(account.roles) as Role[]
  const mapped = choice.mapped ?? []
  const plan = planGroupRoles({ held: ownRoles, given: groupRoles, mapped, withheld: withheldRoles })
  const isKept = choice.keepsSuperadministrator && plan.removed.includes('SuperAdministrator')
  const removed = plan.removed.filter((role) => !isKept || role !== 'SuperAdministrator')
  const { added } = plan
  const next = removed.reduce(withoutRole, added.reduce(withRole, account.roles))
  const roles = added.includes('OrganizationAdmin') ? pinMemberships(next, account.organizationIds) : next
  // The trigger withholds every removed role, also one that only its group has taken back.
  const released = [
    ...removed.filter((role) => !withheldRoles.includes(role)),
    ...withheldRoles.filter((role) => choice.lacked?.includes(role)),
  ]
  return { account, roles, added, removed, released, isKept, ...(choice.groups && { groups: choice.groups }) }
}

const toAuditRow = ({ account, roles, added, removed, groups }: RolePlan) => {
  const changed = [...added, ...removed]
  const data = { before: pick(account.roles, changed), after: pick(roles, changed), ...(groups && { groups }) }
  return { id: account.id, data }
}

/**
 * Returns the statements that write the roles of the people whose plan adds or removes some. Each of them gets an
 * audit entry, and so does a last superadministrator who keeps the role. None without any change. Their number does
 * not grow with that of the people. `author`: the id of the person who takes the roles back, null when the portal
 * does.
 *
 * The commit fails as `changed_meanwhile` when a person has been changed, and as `last_superadministrator`.
 */
export function writeRolePlans(ctx: Visitor, plans: readonly RolePlan[], author: number | null = null): Statement[] {
  const changed = plans.filter(({ added, removed }) => added.length + removed.length > 0)
  const keepers = plans.filter(({ isKept }) => isKept)
  const released = plans.flatMap((plan) => plan.released.map((role) => ({ userId: plan.account.id, role })))
  const writes = changed.flatMap(({ account, roles, added, removed }) =>
    [...added, ...removed].map((role) => ({ userId: account.id, role, lists: roles[role] ?? null })),
  )
  const things = (rows: readonly { id: number; data: object }[]) =>
    sql`select value ->> 'id' as id, value -> 'data' as data from json_each(${JSON.stringify(rows)})`
  const accounts = changed.map(({ account }) => account)
  return [
    ...keepers.map(({ account }) => recordAudit(ctx, 'openIdConnect.roleKept', { type: 'user', id: account.id })),
    ...(changed.length > 0 ? [markAllChanged(ctx.db, accounts, ctx.now), ...writeRolesOfGroups(ctx.db, writes)] : []),
    ...(released.length > 0 ? [releaseRoles(ctx.db, released)] : []),
    ...(changed.length > 0
      ? [recordAuditOfEach(ctx, 'roles.changed', 'user', things(changed.map(toAuditRow)), author)]
      : []),
  ]
}

/**
 * Plans one person's roles as `planRoles` does, and returns `roles` afterwards, `added`, `removed`, and the
 * `statements` of `writeRolePlans` by the `author` of the choice. Commits nothing; without a change `statements` is
 * empty.
 */
export function writeGroupRoles(ctx: Visitor, account: StaffAccount, choice: RoleChoice) {
  const plan = planRoles(account, choice)
  const { roles, added, removed } = plan
  return { roles, added, removed, statements: writeRolePlans(ctx, [plan], choice.author) }
}
