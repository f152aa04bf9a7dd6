import type { Actor } from '#api/actor.ts'
import { isAdministrator, isSuperadministrator } from '#api/held-roles.ts'
import type { UserEdit } from './contract.ts'

type Holder = Pick<Actor, 'id' | 'roles'>

/**
 * True when the actor's roles are at least as high as the person's: superadministrator, administrator, then all others,
 * who may not edit educators. A person's e-mail address gives access to their account, so only such an actor may change
 * it.
 */
export function hasSameOrHigherRole(actor: Holder, person: Holder): boolean {
  if (isSuperadministrator(actor)) return true
  if (isAdministrator(actor)) return !isSuperadministrator(person)
  return !isAdministrator(person) && !('Educator' in person.roles)
}

/**
 * True when the actor may edit the person: oneself, or with `answersFor` a person without a higher role. `answersFor`
 * says whether the person is in a branch that the actor administers.
 */
export function mayEdit(actor: Holder, person: Holder, answersFor: boolean): boolean {
  return actor.id === person.id || (answersFor && hasSameOrHigherRole(actor, person))
}

const official = ['firstName', 'lastName', 'birthDate', 'organizationIds'] as const

/**
 * True when the edit leaves out names, birth date and memberships, which come from the register and only the office
 * changes.
 */
export const changesOnlyContactFields = (edit: UserEdit) => official.every((field) => edit[field] === undefined)

/**
 * Returns the root organisations of the branches that an administrator or organisation administrator administers (spec
 * G-078). Null: the whole federation, also for an administrator without a list; empty: none. An organisation
 * administrator without a list administers their own clubs.
 */
export function getAdministeredRoots({
  roles,
  organizations,
}: Pick<Actor, 'roles' | 'organizations'>): number[] | null {
  if (isSuperadministrator({ roles })) return null
  const { Administrator: administrator, OrganizationAdmin: admin } = roles
  if (administrator) return administrator.Organization?.length ? administrator.Organization : null
  if (!admin) return []
  return admin.Organization?.length ? admin.Organization : Object.keys(organizations).map(Number)
}
