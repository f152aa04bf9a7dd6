import type { Actor } from '#api/actor.ts'
import { isAdministrator, isSuperadministrator } from '#api/held-roles.ts'
import type { UserEdit } from './contract.ts'

type Holder = Pick<Actor, 'id' | 'roles'>

/** A person's e-mail opens their account, so it is in the hands only of those who stand at least as high. */
export function standsAbove(actor: Holder, person: Holder): boolean {
  if (isSuperadministrator(actor)) return true
  if (isAdministrator(actor)) return !isSuperadministrator(person)
  return !isAdministrator(person) && !('Educator' in person.roles)
}

/** `answersFor`: the person is in the actor's own branch of the federation. */
export function mayEdit(actor: Holder, person: Holder, answersFor: boolean): boolean {
  return actor.id === person.id || (answersFor && standsAbove(actor, person))
}

const official = ['firstName', 'lastName', 'birthDate', 'organizationIds'] as const

/** Names, birth dates and memberships come from the register: the office changes them, not the person. */
export const changesOnlyOwn = (edit: UserEdit) => official.every((field) => edit[field] === undefined)

/** The organisations at the head of what an office answers for (spec G-078); null: the whole federation. */
export function rootsOf({ roles, organizations }: Pick<Actor, 'roles' | 'organizations'>): number[] | null {
  if (isSuperadministrator({ roles })) return null
  const { Administrator: administrator, OrganizationAdmin: admin } = roles
  if (administrator) return administrator.Organization?.length ? administrator.Organization : null
  if (!admin) return []
  return admin.Organization?.length ? admin.Organization : Object.keys(organizations).map(Number)
}
