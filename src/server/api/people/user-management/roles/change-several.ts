import type { HeldRoles } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordReadsOfList } from '#api/people/reach/reads/record-reads.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import {
  applyRoleChange,
  checkExtensionsExist,
  loadOwnBranch,
  type RoleChange,
  refuseRoleChange,
} from '#api/people/roles/change-roles.ts'
import { addSharedRole, countRoleAccess, findChangedRoles, removeSharedRole } from '#api/people/roles/rules.ts'
import { writeRoleOfSeveral } from '#api/people/roles/several-storage.ts'
import { listGroupRoles } from '#api/people/roles/storage.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError } from '#platform/database.ts'
import { listMatchingUserIds } from '../lists/list-matching-ids.ts'
import { listUsersById } from '../lists/storage.ts'
import type { RoleOutcome, RolesOfMatching, RolesOfSeveral } from './contract.ts'

interface Plan {
  person: FoundUser
  after: HeldRoles
  changes: boolean
  /** Whether the person keeps a role that a group gave, which is given by hand from then on. */
  isConfirmed: boolean
  refusal: ReturnType<typeof refuseRoleChange>
}

function toChange({ change, role, extensions }: RolesOfSeveral): RoleChange {
  const shared = { role, lists: extensions }
  return {
    changedRoles: [role],
    apply: (roles) => (change === 'give' ? addSharedRole(roles, shared) : removeSharedRole(roles, shared)),
  }
}

async function planChanges(ctx: Ctx, request: RolesOfSeveral): Promise<Plan[]> {
  await checkExtensionsExist(ctx, request.extensions)
  const change = toChange(request)
  const [people, branch] = await Promise.all([
    listUsersById(ctx.db, request.userIds, toSight(ctx.actor)),
    loadOwnBranch(ctx),
  ])
  const administered = people.filter((person) => person.isAdministered)
  await recordReadsOfList(ctx, administered)
  const given = request.change === 'give' ? await listGroupRoles(ctx.db, request.userIds) : []
  return administered.map((person) => {
    const after = applyRoleChange(person, change)
    const refusal = refuseRoleChange(ctx.actor, person, change, branch)
    const changes = findChangedRoles(person.roles, after).length > 0
    const isGiven = given.some(({ userId, role }) => userId === person.id && role === request.role)
    return { person, after, refusal, changes, isConfirmed: isGiven && !changes && !refusal }
  })
}

function determineOutcome({ person, after, refusal, changes }: Plan, { role }: RolesOfSeveral): RoleOutcome['outcome'] {
  if (!changes) return 'unchanged'
  if (refusal) return 'refused'
  return countRoleAccess(person.roles[role]) <= countRoleAccess(after[role]) ? 'gets' : 'loses'
}

const toOutcome =
  (ctx: Ctx, request: RolesOfSeveral) =>
  (plan: Plan): RoleOutcome => {
    const { person, after } = plan
    const outcome = determineOutcome(plan, request)
    const text = translator(ctx.language, 'refusals')
    return {
      userId: person.id,
      name: `${person.firstName} ${person.lastName}`,
      organizations: person.organizations,
      before: person.roles[request.role] ?? null,
      after: after[request.role] ?? null,
      outcome,
      refusal: outcome === 'refused' && plan.refusal ? text(plan.refusal) : null,
    }
  }

/** Converts a change of all people whom a filter selects to one of these people. */
async function withUserIds(ctx: Ctx, request: RolesOfMatching): Promise<RolesOfSeveral> {
  const { filter, expectedCount, ...change } = request
  return { ...change, userIds: await listMatchingUserIds(ctx, { filter, expectedCount }) }
}

/**
 * Returns what a change of a role of several people would do to each whom the caller administers, by name; other people
 * are left out. The outcome is `gets`, `loses`, `unchanged` or `refused`, with the reason in the caller's language, and
 * the role's lists before and after. Changes nothing, but records the reads of minors and protected identities.
 *
 * @throws Refused('invalid_input') when the lists contain unknown ids.
 */
export const previewRoleOfSeveral = async (ctx: Ctx, request: RolesOfSeveral): Promise<RoleOutcome[]> =>
  (await planChanges(ctx, request)).map(toOutcome(ctx, request))

const isVersionConflict = (error: unknown) => error instanceof ConstraintError && error.text === 'changed_meanwhile'

/**
 * Returns what a change of a role would do to the people whom a filter selects, by name. People whom the caller does
 * not administer are left out, as in `previewRoleOfSeveral`.
 *
 * @throws Refused('not_allowed') when the caller may not list these people.
 * @throws Refused('selection_changed') when the filter selects another number than the caller saw.
 * @throws Refused('invalid_input') when the lists contain unknown ids.
 */
export async function previewRoleOfMatching(ctx: Ctx, request: RolesOfMatching): Promise<RoleOutcome[]> {
  return previewRoleOfSeveral(ctx, await withUserIds(ctx, request))
}

/**
 * Gives or takes a role of several people, all or none, and returns the outcome for each, by name. Each whose role
 * changes gets an audit entry. A role that a group gave and that is given here is by hand from then on. When somebody
 * else has changed one of them at the same time, it checks their present roles and tries again, three times.
 *
 * @throws Refused('invalid_input') when the lists contain unknown ids.
 * @throws Refused('not_allowed') when the caller does not administer one of them, or may not change the role.
 * @throws Refused('own_roles') or Refused('rights_beyond_own') as `refuseRoleChange` decides for one of them.
 * @throws Refused('last_superadministrator') when none would be left.
 * @throws Refused('person_erased') when one of them is erased.
 * @throws Refused('changed_meanwhile') when all attempts were overtaken.
 */
export async function changeRoleOfSeveral(ctx: Ctx, request: RolesOfSeveral, triesLeft = 3): Promise<RoleOutcome[]> {
  const plans = await planChanges(ctx, request)
  if (plans.length < new Set(request.userIds).size) throw new Refused('not_allowed')
  for (const { changes, refusal } of plans) if (changes && refusal) throw new Refused(refusal)
  const rows = plans
    .filter(({ changes, isConfirmed }) => changes || isConfirmed)
    .map(({ person, after }) => ({ person, before: person.roles, after }))
  if (rows.length === 0) return plans.map(toOutcome(ctx, request))
  try {
    await ctx.db.commit(writeRoleOfSeveral(ctx, request.role, rows))
  } catch (error) {
    if (!isVersionConflict(error) || triesLeft === 0) throw error
    return changeRoleOfSeveral(ctx, request, triesLeft - 1)
  }
  return plans.map(toOutcome(ctx, request))
}
