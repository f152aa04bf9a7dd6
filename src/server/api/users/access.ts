import type { Actor } from '../actor.ts'
import { isAdministrator, isSuperadministrator } from '../held-roles.ts'
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

const official = ['firstName', 'lastName', 'birthDate'] as const

/** Names and birth dates come from the register: the office changes them, not the person. */
export const changesOnlyOwn = (edit: UserEdit) => official.every((field) => edit[field] === undefined)
