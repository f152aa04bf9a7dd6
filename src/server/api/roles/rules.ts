import {
  type Actor,
  extensionKinds,
  type HeldRoles,
  isAdministrator,
  isSuperadministrator,
  type Role,
  roles,
} from '../actor.ts'

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
