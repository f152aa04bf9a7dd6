import type { Actor } from '#api/actor.ts'
import { isAdministrator, isSuperadministrator } from '#api/held-roles.ts'
import { listAssignableRoles } from '#api/people/roles/rules.ts'
import { hasSameOrHigherRole } from '#api/people/users/access.ts'
import type { User } from '#api/people/users/contract.ts'

export interface OfferedActions {
  actor: Pick<Actor, 'id' | 'roles'>
  person: Pick<User, 'id' | 'roles' | 'inactive'>
  editsRoles: boolean
  /** Whether the server lets the reader change the person's account. */
  mayManage: boolean
}

/** Facts that only the page of a person has; each is false for readers who may not act on it. */
export interface AccountFacts {
  connected: boolean
  staffSignIn: boolean
  hasFactors: boolean
}

/**
 * Lists the actions that the reader may take on a person whom they administer, in the order of the menu; the server
 * refuses none of them.
 */
export function listPersonActions({ actor, person, editsRoles, mayManage }: OfferedActions) {
  const isOver = hasSameOrHigherRole(actor, person)
  const isOffered = {
    edit: mayManage,
    // A role is changed by its own reach, whatever else the person administers.
    roles: editsRoles && isOver && listAssignableRoles(actor, person.id).length > 0,
    password: isAdministrator(actor) && mayManage,
    link: isSuperadministrator(actor),
    reopen: person.inactive && mayManage,
  }
  return (['edit', 'roles', 'password', 'link', 'reopen'] as const).filter((id) => isOffered[id])
}

/** Lists the further actions of the page of a person, in the order of its menu; the server refuses none of them. */
export function listAccountActions(actor: Pick<Actor, 'roles'>, facts: AccountFacts) {
  const isOffered = {
    forgetConnection: facts.connected,
    forgetStaffSignIn: facts.staffSignIn,
    removeFactors: facts.hasFactors,
    protection: isSuperadministrator(actor),
    mentions: isSuperadministrator(actor),
    merge: isSuperadministrator(actor),
  }
  return (
    ['forgetConnection', 'forgetStaffSignIn', 'removeFactors', 'protection', 'mentions', 'merge'] as const
  ).filter((id) => isOffered[id])
}
