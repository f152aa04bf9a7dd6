import type { HeldRoles, Role } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { pinMemberships, withoutRole, withRole } from '#api/people/roles/rules.ts'
import { writeRole } from '#api/people/roles/storage.ts'
import { markChanged } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import { planGroupRoles } from './rules.ts'
import { releaseRoles, type StaffAccount } from './storage.ts'

interface RoleWrites {
  /** Roles of the person afterwards. */
  roles: HeldRoles
  /** Roles that a group gives and that the person did not have. */
  added: Role[]
  /** Roles that are taken back. */
  removed: Role[]
  statements: Statement[]
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
 * Returns the statements that give a person the roles of the groups at the OpenID provider, and take back those whose
 * group is gone. They write one audit entry. Also returns the roles afterwards. A role that somebody took from the
 * person is not given again until the provider has listed the person's groups without that role's.
 *
 * The commit fails as `changed_meanwhile` when the person has been changed, and as `last_superadministrator`.
 */
export function writeGroupRoles(ctx: Visitor, account: StaffAccount, choice: RoleChoice): RoleWrites {
  const { id, groupRoles, withheldRoles } = account
  const target = { type: 'user', id } as const
  const ownRoles = Object.keys(account.roles) as Role[]
  const mapped = choice.mapped ?? []
  const plan = planGroupRoles({ held: ownRoles, given: groupRoles, mapped, withheld: withheldRoles })
  const isKept = choice.keepsSuperadministrator && plan.removed.includes('SuperAdministrator')
  const removed = plan.removed.filter((role) => !isKept || role !== 'SuperAdministrator')
  const { added } = plan
  const changed = [...added, ...removed]
  const next = removed.reduce(withoutRole, added.reduce(withRole, account.roles))
  const roles = added.includes('OrganizationAdmin') ? pinMemberships(next, account.organizationIds) : next
  const data = {
    before: pick(account.roles, changed),
    after: pick(roles, changed),
    ...(choice.groups && { groups: choice.groups }),
  }
  // The trigger withholds every removed role, also one that only its group has taken back.
  const released = [
    ...removed.filter((role) => !withheldRoles.includes(role)),
    ...withheldRoles.filter((role) => choice.lacked?.includes(role)),
  ]
  return {
    roles,
    added,
    removed,
    statements: [
      ...(isKept ? [recordAudit(ctx, 'openIdConnect.roleKept', target)] : []),
      ...(changed.length > 0 ? [markChanged(ctx.db, id, account.changedAt, ctx.now)] : []),
      ...changed.flatMap((role) => writeRole(ctx.db, id, role, roles, true)),
      ...(released.length > 0 ? [releaseRoles(ctx.db, id, released)] : []),
      ...(changed.length > 0 ? [recordAudit(ctx, 'roles.changed', target, data, choice.author ?? null)] : []),
    ],
  }
}
