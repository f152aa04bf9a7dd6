import { z } from 'zod'
import { Role } from '#api/actor.ts'
import { contract } from '#api/calls.ts'
import { RoleExtensions } from '#api/people/users/contract.ts'
import { id, namesById } from '#api/wire.ts'
import { MatchingUsers } from '../lists/contract.ts'
import { maxMatchingUsers } from '../lists/rules.ts'

/** Adds or removes a role. With lists, their ids are added to or removed from each person's lists. */
const SharedRoleChange = z.object({
  change: z.enum(['give', 'take']),
  role: Role,
  extensions: RoleExtensions.default({}),
})

/** Change of a role of chosen people. */
export const RolesOfSeveral = SharedRoleChange.extend({ userIds: z.array(id).min(1).max(maxMatchingUsers) })
export type RolesOfSeveral = z.infer<typeof RolesOfSeveral>

/** Change of a role of all people whom a filter selects. */
export const RolesOfMatching = SharedRoleChange.extend(MatchingUsers.shape)
export type RolesOfMatching = z.infer<typeof RolesOfMatching>

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
  'POST /User/roles/matching/preview': {
    who: 'administratorsUp',
    feature: 'RoleManagement',
    body: RolesOfMatching,
    reply: z.array(RoleOutcome),
    cache: 'never',
    summary:
      'Lists who of all people whom a filter selects would gain and lose the role. Refused when their number differs from the one that the caller saw. Changes nothing.',
  },
})
