import { z } from 'zod'
import { Role } from '#api/actor.ts'
import { contract } from '#api/calls.ts'
import { RoleExtensions } from '#api/people/users/contract.ts'
import { id, namesById } from '#api/wire.ts'

const maxPeople = 500

/** Adds or removes a role of people. With lists, their ids are added to or removed from each person's lists. */
export const RolesOfSeveral = z.object({
  userIds: z.array(id).min(1).max(maxPeople),
  change: z.enum(['give', 'take']),
  role: Role,
  extensions: RoleExtensions.default({}),
})
export type RolesOfSeveral = z.infer<typeof RolesOfSeveral>

const RoleOutcome = z.object({
  userId: id,
  name: z.string(),
  organizations: namesById,
  /** Lists of the role; null without the role. */
  before: RoleExtensions.nullable(),
  after: RoleExtensions.nullable(),
  outcome: z.enum(['gets', 'loses', 'unchanged', 'refused']),
  /** Reason of the refusal, in the caller's language. */
  refusal: z.string().nullable(),
})
export type RoleOutcome = z.infer<typeof RoleOutcome>

export const rolesOfSeveral = contract({
  'POST /User/roles/preview': {
    who: 'administratorsUp',
    feature: 'RoleManagement',
    body: RolesOfSeveral,
    reply: z.array(RoleOutcome),
    cache: 'never',
    summary:
      'Lists who would gain and lose the role; people whom the caller is not responsible for are left out. Changes nothing.',
  },
  'PUT /User/roles': {
    who: 'administratorsUp',
    recentProof: true,
    feature: 'RoleManagement',
    body: RolesOfSeveral,
    reply: z.array(RoleOutcome),
    changes: ['people'],
    summary: 'Changes a role of many people, all or none. Repeating it changes nothing.',
  },
})
