import type { Actor } from '#api/actor.ts'
import {
  extensionKinds,
  type HeldRoles,
  isAdministrator,
  isSuperadministrator,
  type Role,
  roles,
} from '#api/held-roles.ts'

type Holder = Pick<Actor, 'id' | 'roles'>

/** Roles that an administrator may add and remove; a superadministrator may change all. */
const administratorRoles: readonly Role[] = ['Educator', 'OrganizationAdmin']

/**
 * Returns the code by which the caller may not change the roles `touched` of the person; null when they may, as
 * superadministrators always. Others get `not_allowed` unless they are administrators, `own_roles` for themselves, and
 * `not_allowed` for roles other than `Educator` and `OrganizationAdmin`. Does not ask whether the caller reaches the
 * person.
 */
export function refuseChange(actor: Holder, personId: number, touched: readonly Role[]) {
  if (isSuperadministrator(actor)) return null
  if (!isAdministrator(actor)) return 'not_allowed'
  if (actor.id === personId) return 'own_roles'
  return touched.every((role) => administratorRoles.includes(role)) ? null : 'not_allowed'
}

/**
 * Returns the ids of the organisations in the list of an administrator's role, in its order, without those below them.
 *
 * Null is the whole federation: for a superadministrator, and for an administrator whose list is absent or empty. An
 * empty list is never returned. A caller without the role gets null as well, so the role must be checked before.
 */
export function ownOrganizations(actor: Holder): number[] | null {
  if (isSuperadministrator(actor)) return null
  const ids = actor.roles.Administrator?.Organization ?? []
  return ids.length > 0 ? ids : null
}

/** People that a role gives access to. */
export interface RoleReach {
  /** Access to people everywhere, which a caller with a branch of their own cannot give. */
  everywhere: boolean
  organizationIds: number[]
}

/**
 * Returns the people that a role gives access to: those of its organisations, or else of all (`everywhere`). `roles`
 * are those of the person who holds it, `memberships` the ids of that person's organisations.
 *
 * Without organisations, an organisation administrator reaches `memberships`, an educator everyone when the role lists
 * categories or education roles and nobody otherwise. Nobody without the role.
 */
export function getRoleReach(role: Role, roles: HeldRoles, memberships: readonly number[]): RoleReach {
  const lists = roles[role]
  const nowhere = { everywhere: false, organizationIds: [] }
  if (!lists) return nowhere
  const organizationIds = lists.Organization ?? []
  if (organizationIds.length > 0) return { everywhere: false, organizationIds }
  if (role === 'OrganizationAdmin') return { everywhere: false, organizationIds: [...memberships] }
  // Without lists an educator manages only the educations that somebody else has made them responsible for.
  if (role === 'Educator')
    return { ...nowhere, everywhere: Boolean(lists.EducationCategory?.length || lists.EducationRole?.length) }
  return { ...nowhere, everywhere: true }
}

/**
 * Returns the roles that differ, in being present or in a list, in the order of the list of roles. The order within a
 * list of ids does not matter.
 */
export function findChangedRoles(before: HeldRoles, after: HeldRoles): Role[] {
  const text = (roles: HeldRoles, role: Role) => {
    const lists = roles[role]
    return lists ? JSON.stringify(extensionKinds.map((kind) => [...(lists[kind] ?? [])].sort((a, b) => a - b))) : null
  }
  return roles.filter((role) => text(before, role) !== text(after, role))
}

/** Returns a copy of the roles with one added, without lists; it keeps its lists when it is held already. */
export function withRole(roles: HeldRoles, role: Role): HeldRoles {
  return { ...roles, [role]: roles[role] ?? {} }
}

/** Returns a copy of the roles without one of them, its lists included; the same roles when it is not held. */
export function withoutRole(roles: HeldRoles, role: Role): HeldRoles {
  const { [role]: _, ...rest } = roles
  return rest
}

type Lists = NonNullable<HeldRoles[Role]>

const tidy = (lists: Lists): Lists =>
  Object.fromEntries(
    extensionKinds.flatMap((kind) => {
      const ids = lists[kind] ?? []
      return ids.length > 0 ? [[kind, [...new Set(ids)].sort((a, b) => a - b)]] : []
    }),
  )

/** True for a role that has access to everything when it has no list, so that a list would reduce its access. */
const opensAllWithoutList = (role: Role) => role === 'SuperAdministrator' || role === 'Administrator'

const isEmpty = (lists: Lists) => Object.keys(tidy(lists)).length === 0

export interface SharedRole {
  role: Role
  lists: Lists
}

/**
 * Returns the roles with the role and the ids of its lists added. A role that has access to everything because it has
 * no list stays as it is.
 */
export function addSharedRole(roles: HeldRoles, { role, lists }: SharedRole): HeldRoles {
  const own = roles[role]
  if (own && isEmpty(own) && opensAllWithoutList(role)) return roles
  const joined = Object.fromEntries(
    extensionKinds.map((kind) => [kind, [...(own?.[kind] ?? []), ...(lists[kind] ?? [])]]),
  )
  return { ...roles, [role]: tidy(joined) }
}

/**
 * Returns the roles without these ids in the role's lists. Removes the role when no lists are named, or when one
 * becomes empty.
 */
export function removeSharedRole(roles: HeldRoles, { role, lists }: SharedRole): HeldRoles {
  const own = roles[role]
  if (!own || isEmpty(lists)) return withoutRole(roles, role)
  const remaining = Object.fromEntries(
    extensionKinds.map((kind) => [kind, (own[kind] ?? []).filter((id) => !lists[kind]?.includes(id))]),
  )
  const isWhollyTaken = !isEmpty(own) && extensionKinds.some((kind) => own[kind]?.length && !remaining[kind]?.length)
  return isWhollyTaken ? withoutRole(roles, role) : { ...roles, [role]: tidy(remaining) }
}

/**
 * Gives an organisation administrator without a list the present clubs as a list, so that a later membership adds no
 * access. Returns other roles, and those of a person without a membership, unchanged.
 */
export function pinMemberships(roles: HeldRoles, memberships: readonly number[]): HeldRoles {
  const lists = roles.OrganizationAdmin
  if (!lists || lists.Organization?.length || memberships.length === 0) return roles
  return { ...roles, OrganizationAdmin: { ...lists, Organization: [...memberships] } }
}

/**
 * True when an organisation administrator has no list or an empty one, so that the role follows the person's
 * memberships. False for a person without that role.
 */
export const followsMemberships = (roles: HeldRoles) =>
  roles.OrganizationAdmin !== undefined && !roles.OrganizationAdmin.Organization?.length

/** Returns the roles that the caller may add to the person and remove, in the order of the list of roles. */
export const listAssignableRoles = (actor: Holder, personId: number): Role[] =>
  roles.filter((role) => refuseChange(actor, personId, [role]) === null)

/**
 * Counts the ids in the lists of a role, to order its versions by access: 0 for a role without lists, -1 without the
 * role.
 */
export function countRoleAccess(lists: Lists | undefined): number {
  if (!lists) return -1
  return extensionKinds.reduce((sum, kind) => sum + (lists[kind]?.length ?? 0), 0)
}
