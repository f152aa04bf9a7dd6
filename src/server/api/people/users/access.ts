import type { Actor } from '#api/actor.ts'
import { isAdministrator, isSuperadministrator } from '#api/held-roles.ts'
import type { UserEdit } from './contract.ts'

type Holder = Pick<Actor, 'id' | 'roles'>
type ScopeHolder = Holder & Pick<Actor, 'organizations'>

/** A person as `FoundUser` has them for the actor. */
interface FoundHolder extends ScopeHolder {
  isAdministered: boolean
  organizationIdsBeyond: readonly number[]
}

/**
 * True when the kind of the actor's roles is at least as high as the person's: superadministrator, administrator, then
 * all others, who may not edit educators. Compares no lists; `mayManageAccount` does.
 */
export function hasSameOrHigherRole(actor: Holder, person: Holder): boolean {
  if (isSuperadministrator(actor)) return true
  if (isAdministrator(actor)) return !isSuperadministrator(person)
  return !isAdministrator(person) && !('Educator' in person.roles)
}

/** True when all organisations that the person administers are in the actor's branches (spec G-078). */
function isScopeWithin(actor: ScopeHolder, person: FoundHolder): boolean {
  if (getAdministeredRoots(actor) === null) return true
  const roots = getAdministeredRoots(person)
  return roots?.every((id) => !person.organizationIdsBeyond.includes(id)) ?? false
}

/**
 * True when the actor may change the person's account: they administer the person, who has no higher role and
 * administers nothing outside the actor's branches. E-mail address, password and second factor open the account, so a
 * wider actor would be taken over by a narrower one.
 */
export const mayManageAccount = (actor: ScopeHolder, person: FoundHolder): boolean =>
  person.isAdministered && hasSameOrHigherRole(actor, person) && isScopeWithin(actor, person)

/** True when the actor may edit the person: oneself, or as `mayManageAccount` decides. */
export const mayEdit = (actor: ScopeHolder, person: FoundHolder): boolean =>
  actor.id === person.id || mayManageAccount(actor, person)

const official = ['firstName', 'lastName', 'birthDate', 'organizationIds'] as const

/**
 * True when the edit leaves out names, birth date and memberships, which come from the register and only the office
 * changes.
 */
export const changesOnlyContactFields = (edit: UserEdit) => official.every((field) => edit[field] === undefined)

/**
 * Returns the ids of the root organisations whose branches a person administers (spec G-078); null for the whole
 * federation, empty for none.
 *
 * A superadministrator gets null, and so does an administrator without a list. An organisation administrator without a
 * list gets their own clubs. An empty list counts as none. For a person with both roles, that of administrator decides.
 * Everybody else gets an empty array.
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
