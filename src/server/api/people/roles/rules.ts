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

/** What an administrator may give and take; a superadministrator may all. */
const inOffice: readonly Role[] = ['Educator', 'OrganizationAdmin']

/** Whether the caller may give or take these roles at all. Nobody but a superadministrator touches the own. */
export function refuseChange(actor: Holder, personId: number, touched: readonly Role[]) {
  if (isSuperadministrator(actor)) return null
  if (!isAdministrator(actor)) return 'not_allowed'
  if (actor.id === personId) return 'own_roles'
  return touched.every((role) => inOffice.includes(role)) ? null : 'not_allowed'
}

/** Organisations that an administrator answers for; null: the whole federation. */
export function ownOrganizations(actor: Holder): number[] | null {
  if (isSuperadministrator(actor)) return null
  const ids = actor.roles.Administrator?.Organization ?? []
  return ids.length > 0 ? ids : null
}

export interface Reach {
  /** Opens people anywhere: more than somebody with a branch of their own has to give. */
  everywhere: boolean
  organizationIds: number[]
}

/** Where a held role opens people. `memberships` are what an organisation admin without a list answers for. */
export function reachOf(role: Role, held: HeldRoles, memberships: readonly number[]): Reach {
  const lists = held[role]
  const nowhere = { everywhere: false, organizationIds: [] }
  if (!lists) return nowhere
  const organizationIds = lists.Organization ?? []
  if (organizationIds.length > 0) return { everywhere: false, organizationIds }
  if (role === 'OrganizationAdmin') return { everywhere: false, organizationIds: [...memberships] }
  // Without lists an educator has only what they are responsible for, which somebody else decides.
  if (role === 'Educator')
    return { ...nowhere, everywhere: Boolean(lists.EducationCategory?.length || lists.EducationRole?.length) }
  return { ...nowhere, everywhere: true }
}

/** The roles in which two differ, in being held or in a list. */
export function differing(before: HeldRoles, after: HeldRoles): Role[] {
  const text = (held: HeldRoles, role: Role) => {
    const lists = held[role]
    return lists ? JSON.stringify(extensionKinds.map((kind) => [...(lists[kind] ?? [])].sort((a, b) => a - b))) : null
  }
  return roles.filter((role) => text(before, role) !== text(after, role))
}

export function withRole(held: HeldRoles, role: Role): HeldRoles {
  return { ...held, [role]: held[role] ?? {} }
}

export function withoutRole(held: HeldRoles, role: Role): HeldRoles {
  const { [role]: _, ...rest } = held
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

/** Without a list this role opens everything there is, so that a list would take from it. */
const opensAllWithoutList = (role: Role) => role === 'SuperAdministrator' || role === 'Administrator'

const isEmpty = (lists: Lists) => Object.keys(tidy(lists)).length === 0

export interface SharedRole {
  role: Role
  lists: Lists
}

/** The role as well, with these in its lists as well. */
export function givenRole(held: HeldRoles, { role, lists }: SharedRole): HeldRoles {
  const own = held[role]
  if (own && isEmpty(own) && opensAllWithoutList(role)) return held
  const joined = Object.fromEntries(
    extensionKinds.map((kind) => [kind, [...(own?.[kind] ?? []), ...(lists[kind] ?? [])]]),
  )
  return { ...held, [role]: tidy(joined) }
}

/** Without these in the role's lists; without the role when no lists are named, or none is left of them. */
export function takenRole(held: HeldRoles, { role, lists }: SharedRole): HeldRoles {
  const own = held[role]
  if (!own || isEmpty(lists)) return withoutRole(held, role)
  const kept = Object.fromEntries(
    extensionKinds.map((kind) => [kind, (own[kind] ?? []).filter((id) => !lists[kind]?.includes(id))]),
  )
  const isWhollyTaken = !isEmpty(own) && extensionKinds.some((kind) => own[kind]?.length && !kept[kind]?.length)
  return isWhollyTaken ? withoutRole(held, role) : { ...held, [role]: tidy(kept) }
}

/** An organisation admin without a list gets today's clubs as one: a membership that comes later opens nothing more. */
export function pinned(held: HeldRoles, memberships: readonly number[]): HeldRoles {
  const lists = held.OrganizationAdmin
  if (!lists || lists.Organization?.length || memberships.length === 0) return held
  return { ...held, OrganizationAdmin: { ...lists, Organization: [...memberships] } }
}

/** The role follows the person's memberships, because there were none when it was given. */
export const followsMemberships = (held: HeldRoles) =>
  held.OrganizationAdmin !== undefined && !held.OrganizationAdmin.Organization?.length

/** The roles that the caller may give to the person and take. */
export const rolesToGive = (actor: Holder, personId: number): Role[] =>
  roles.filter((role) => refuseChange(actor, personId, [role]) === null)

/** How much a held role opens, only to tell more from less: nothing, lists by their length, everything. */
export function reaching(lists: Lists | undefined): number {
  if (!lists) return -1
  return extensionKinds.reduce((sum, kind) => sum + (lists[kind]?.length ?? 0), 0)
}
