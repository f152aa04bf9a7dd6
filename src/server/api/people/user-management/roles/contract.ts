import { z } from 'zod'
import { Role } from '#api/actor.ts'
import { contract } from '#api/calls.ts'
import { RoleExtensions } from '#api/people/users/contract.ts'
import { id, namesById } from '#api/wire.ts'

const most = 500

/** Gives the people a role, or takes it; with lists, these come to what each holds or go from it. */
export const RolesOfSeveral = z.object({
  userIds: z.array(id).min(1).max(most),
  change: z.enum(['give', 'take']),
  role: Role,
  extensions: RoleExtensions.default({}),
})
export type RolesOfSeveral = z.infer<typeof RolesOfSeveral>

const Judged = z.object({
  userId: id,
  name: z.string(),
  organizations: namesById,
  /** The role's lists; null: not held. */
  before: RoleExtensions.nullable(),
  after: RoleExtensions.nullable(),
  outcome: z.enum(['gets', 'loses', 'unchanged', 'refused']),
  /** Why the caller may not, for the reader. */
  refusal: z.string().nullable(),
})
export type Judged = z.infer<typeof Judged>

export const rolesOfSeveral = contract({
  'POST /User/roles/preview': {
    who: 'administratorsUp',
    feature: 'RoleManagement',
    body: RolesOfSeveral,
    reply: z.array(Judged),
    cache: 'never',
    summary: 'Who would get and lose what; a read. Those whom the caller does not answer for are left out.',
  },
  'PUT /User/roles': {
    who: 'administratorsUp',
    recentProof: true,
    feature: 'RoleManagement',
    body: RolesOfSeveral,
    reply: z.array(Judged),
    changes: ['people'],
    summary: 'Changes a role of many people, all or none; repeating it changes nothing.',
  },
})
