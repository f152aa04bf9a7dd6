import { z } from 'zod'
import { Role } from '#api/actor.ts'
import { contract } from '#api/calls.ts'
import { RoleExtensions, User } from '#api/people/users/contract.ts'
import { id, version } from '#api/wire.ts'

const roleOfPerson = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(id),
  role: Role,
})

/** Version of the person that the client edited (spec G-083). */
const lastChange = version

export const RoleUpdate = z
  .object({
    rolesToAdd: z.array(Role).max(10).default([]),
    rolesToRemove: z.array(Role).max(10).default([]),
    /**
     * Lists of the roles after the change. Sent together with the roles, so that a role is never wider than intended.
     */
    extensions: z.partialRecord(Role, RoleExtensions).default({}),
    lastChange,
  })
  .refine(({ rolesToAdd, rolesToRemove }) => !rolesToAdd.some((role) => rolesToRemove.includes(role)), {
    path: ['rolesToRemove'],
  })

export type RoleUpdate = z.infer<typeof RoleUpdate>

export const ExtensionUpdate = z.object({ role: Role, extensions: RoleExtensions, lastChange })
export type ExtensionUpdate = z.infer<typeof ExtensionUpdate>

export const roles = contract({
  'PUT /User/:id/roles/:role': {
    who: 'administratorsUp',
    recentProof: true,
    feature: 'RoleManagement',
    params: roleOfPerson,
    reply: User,
    changes: ['people'],
    summary: 'Gives a person a role. Repeating it changes nothing. Administrators give Educator and OrganizationAdmin.',
  },
  'DELETE /User/:id/roles/:role': {
    who: 'administratorsUp',
    recentProof: true,
    feature: 'RoleManagement',
    params: roleOfPerson,
    reply: User,
    changes: ['people'],
    summary: 'Removes a role with its lists from a person; the last superadministrator stays one.',
  },
  'PUT /User/:id/roles/extensions': {
    who: 'administratorsUp',
    recentProof: true,
    feature: 'RoleManagement',
    body: ExtensionUpdate,
    reply: User,
    changes: ['people'],
    summary: 'Replaces the lists of a role that the person holds; a kind that is left out becomes empty.',
  },
  'PUT /User/:id/updateRoles': {
    who: 'administratorsUp',
    recentProof: true,
    feature: 'RoleManagement',
    body: RoleUpdate,
    reply: User,
    changes: ['people'],
    summary: 'Gives and removes several roles with their lists, all or none.',
  },
})
