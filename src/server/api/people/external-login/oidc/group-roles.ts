import type { HeldRoles, Role } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { pinMemberships, withoutRole, withRole } from '#api/people/roles/rules.ts'
import { writeRole } from '#api/people/roles/storage.ts'
import { markChanged } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import { planGroupRoles } from './rules.ts'
import { type StaffAccount, setGivenRoles } from './storage.ts'

interface RoleWrites {
  /** Roles of the person afterwards. */
  roles: HeldRoles
  givenRoles: Role[]
  statements: Statement[]
}

export interface RoleChoice {
  /** Roles that the groups give; null when the groups are unknown, so that nothing changes. */
  mapped: readonly Role[] | null
  /** Whether the role of superadministrator stays, because the person is the last one. */
  keepsSuperadministrator: boolean
}

const pick = (roles: HeldRoles, names: readonly Role[]): Partial<Record<Role, HeldRoles[Role] | null>> =>
  Object.fromEntries(names.map((role) => [role, roles[role] ?? null]))

/**
 * Returns the statements that give the roles of the groups and take back those whose group is gone, each with an audit
 * entry. The commit fails as `changed_meanwhile` when the person has been changed, and as `last_superadministrator`.
 */
export function writeGroupRoles(ctx: Visitor, account: StaffAccount, choice: RoleChoice): RoleWrites {
  const { id, givenRoles } = account
  const target = { type: 'user', id } as const
  if (!choice.mapped) {
    const entry = recordAudit(ctx, 'openIdConnect.groupsUnknown', target)
    return { roles: account.roles, givenRoles, statements: [entry] }
  }
  const heldRoles = Object.keys(account.roles) as Role[]
  const plan = planGroupRoles({ held: heldRoles, given: givenRoles, mapped: choice.mapped })
  const isKept = choice.keepsSuperadministrator && plan.removed.includes('SuperAdministrator')
  const removed = isKept ? plan.removed.filter((role) => role !== 'SuperAdministrator') : plan.removed
  const given = isKept ? [...plan.given, 'SuperAdministrator' as const] : plan.given
  const keptEntries = isKept ? [recordAudit(ctx, 'openIdConnect.roleKept', target)] : []
  const changed = [...plan.added, ...removed]
  if (changed.length === 0) return { roles: account.roles, givenRoles: given, statements: keptEntries }
  const next = removed.reduce(withoutRole, plan.added.reduce(withRole, account.roles))
  const roles = plan.added.includes('OrganizationAdmin') ? pinMemberships(next, account.organizationIds) : next
  const data = { before: pick(account.roles, changed), after: pick(roles, changed) }
  return {
    roles,
    givenRoles: given,
    statements: [
      ...keptEntries,
      markChanged(ctx.db, id, account.changedAt, ctx.now),
      ...changed.flatMap((role) => writeRole(ctx.db, id, role, roles)),
      ...(account.subject === null ? [] : [setGivenRoles(ctx.db, id, given)]),
      recordAudit(ctx, 'roles.changed', target, data, null),
    ],
  }
}
