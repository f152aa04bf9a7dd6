import type { Actor, HeldRoles, Role } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { hasSameOrHigherRole } from '#api/people/users/access.ts'
import { type FoundUser, markChanged } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError } from '#platform/database.ts'
import type { ExtensionUpdate, RoleUpdate } from './contract.ts'
import {
  findChangedRoles,
  getRoleReach,
  ownOrganizations,
  pinMemberships,
  refuseChange,
  withoutRole,
  withRole,
} from './rules.ts'
import { findUnknownIds, listBranchIds, listGroupRoles, writeRole } from './storage.ts'

export interface RoleChange {
  changedRoles: readonly Role[]
  /** Returns the roles after the change, from the present roles. */
  apply: (roles: HeldRoles) => HeldRoles
  /** Version that the writer edited; absent where a single role is added or removed, which depends on nothing else. */
  expectedVersion?: Date | null | undefined
}

/**
 * Returns a person's roles, with their lists, as they are after the change; writes and checks nothing. A change of the
 * role of organisation administrator also fixes the person's present clubs as its list.
 */
export function applyRoleChange(person: FoundUser, change: RoleChange): HeldRoles {
  if (!change.changedRoles.includes('OrganizationAdmin')) return change.apply(person.roles)
  const memberships = membershipsOf(person)
  return pinMemberships(change.apply(pinMemberships(person.roles, memberships)), memberships)
}

const membershipsOf = (person: FoundUser) => Object.keys(person.organizations).map(Number)

/**
 * Returns the refusal code of the reason why the actor may not make the change of a person's roles; null when the
 * actor may. Only superadministrators change their own roles (`own_roles`), and other roles than educator and
 * organisation administrator (`not_allowed`). `not_allowed` also when the person is not administered by the actor or
 * has a higher role.
 *
 * `branch` holds the ids of the organisations in the actor's branch, and is null for the whole federation. A caller
 * with a branch neither adds nor removes rights outside it (`rights_beyond_own`).
 */
export function refuseRoleChange(
  actor: Actor,
  person: FoundUser,
  change: RoleChange,
  branch: ReadonlySet<number> | null,
) {
  const refusal = refuseChange(actor, person.id, change.changedRoles)
  if (refusal) return refusal
  if (!person.isAdministered || !hasSameOrHigherRole(actor, person)) return 'not_allowed'
  if (!branch) return null
  const scopes = [person.roles, applyRoleChange(person, change)].flatMap((roles) =>
    change.changedRoles.map((role) => getRoleReach(role, roles, membershipsOf(person))),
  )
  const beyond = scopes.some(
    ({ everywhere, organizationIds }) => everywhere || organizationIds.some((id) => !branch.has(id)),
  )
  return beyond ? 'rights_beyond_own' : null
}

async function mustBeAllowed(ctx: Ctx, person: FoundUser, change: RoleChange): Promise<void> {
  const refusal = refuseRoleChange(ctx.actor, person, change, await loadOwnBranch(ctx))
  if (refusal) throw new Refused(refusal)
}

/**
 * Returns the ids of the organisations in the branches whose rights the caller may give and take; null for the whole
 * federation. It is null for a caller who is no administrator too, so the role is checked before.
 */
export async function loadOwnBranch(ctx: Ctx): Promise<ReadonlySet<number> | null> {
  const own = ownOrganizations(ctx.actor)
  return own && new Set(await listBranchIds(ctx.db, own))
}

/**
 * Returns the roles that the change leaves as they are and that a group gave, in the order of `changedRoles`. They are
 * given by hand from then on.
 */
async function findConfirmedRoles(ctx: Ctx, { id, roles }: FoundUser, changedRoles: readonly Role[], after: HeldRoles) {
  const differing = findChangedRoles(roles, after)
  const same = changedRoles.filter((role) => after[role] && !differing.includes(role))
  if (same.length === 0) return []
  const given = await listGroupRoles(ctx.db, [id])
  return same.filter((role) => given.some((one) => one.role === role))
}

async function writeChange(ctx: Ctx, person: FoundUser, change: RoleChange): Promise<void> {
  const after = applyRoleChange(person, change)
  const confirmed = await findConfirmedRoles(ctx, person, change.changedRoles, after)
  const changed = [...findChangedRoles(person.roles, after), ...confirmed]
  if (changed.length === 0) return
  const pickChanged = (roles: HeldRoles): Partial<Record<Role, HeldRoles[Role] | null>> =>
    Object.fromEntries(changed.map((role) => [role, roles[role] ?? null]))
  await ctx.db.commit([
    markChanged(ctx.db, person.id, person.changedAt, ctx.now),
    ...changed.flatMap((role) => writeRole(ctx.db, person.id, role, after)),
    recordAudit(
      ctx,
      'roles.changed',
      { type: 'user', id: person.id },
      {
        before: pickChanged(person.roles),
        after: pickChanged(after),
        ...(confirmed.length > 0 && { givenByHand: true }),
      },
    ),
  ])
}

const isVersionConflict = (error: unknown) => error instanceof ConstraintError && error.text === 'changed_meanwhile'

/**
 * Changes a person's roles with an audit entry, and returns the person; writes nothing when nothing differs. A role
 * that a group at the OpenID provider gave is given by hand from then on, also when its lists stay the same. When
 * somebody else has changed the person at the same time, it checks the present roles and tries again, three times.
 * `triesLeft` counts these. `expectedVersion` of the change is the edited version; undefined is not compared.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed'), Refused('own_roles') or Refused('rights_beyond_own') as `refuseRoleChange` decides.
 * @throws Refused('changed_meanwhile') when the edited version is outdated or null.
 * @throws Refused('last_superadministrator') when nobody else is one.
 * @throws Refused('person_erased') when the person is erased.
 */
export async function changeRoles(ctx: Ctx, userId: number, change: RoleChange, triesLeft = 3): Promise<FoundUser> {
  const person = await getUser(ctx, userId)
  await mustBeAllowed(ctx, person, change)
  if (change.expectedVersion !== undefined && change.expectedVersion?.getTime() !== person.changedAt.getTime())
    throw new Refused('changed_meanwhile')
  try {
    await writeChange(ctx, person, change)
  } catch (error) {
    if (!isVersionConflict(error) || triesLeft === 0) throw error
    return changeRoles(ctx, userId, change, triesLeft - 1)
  }
  return getUser(ctx, userId)
}

/** Removes repeated ids and empty lists. */
const tidy = (lists: ExtensionUpdate['extensions']): ExtensionUpdate['extensions'] =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([kind, ids]) => (ids.length > 0 ? [[kind, [...new Set(ids)]]] : [])),
  )

/**
 * Checks that the ids in a role's lists (organisations, categories, roles of educations) exist.
 * @throws Refused('invalid_input') at the fields below `path` with unknown ids.
 */
export async function checkExtensionsExist(
  ctx: Ctx,
  extensions: ExtensionUpdate['extensions'],
  path = 'extensions',
): Promise<void> {
  const unknown = Object.keys(await findUnknownIds(ctx.db, extensions))
  const text = translator(ctx.language, 'refusals')('invalid.unknown_reference')
  if (unknown.length > 0)
    throw new Refused('invalid_input', { fields: Object.fromEntries(unknown.map((kind) => [`${path}.${kind}`, text])) })
}

/**
 * Replaces the lists of a role that a person has, as `changeRoles` does, and returns the person. `lastChange` is the
 * edited version; without it the change is refused.
 *
 * @throws Refused('role_not_held') when the person does not have the role.
 * @throws Refused('invalid_input') when the lists contain unknown ids.
 * @throws Refused('changed_meanwhile') when `lastChange` is missing or outdated.
 * @throws Refused with the other codes of `changeRoles`: 'not_found', 'not_allowed', 'own_roles', 'rights_beyond_own'
 * or 'person_erased'.
 */
export async function changeExtensions(ctx: Ctx, userId: number, { role, extensions, lastChange }: ExtensionUpdate) {
  await checkExtensionsExist(ctx, extensions)
  return changeRoles(ctx, userId, {
    changedRoles: [role],
    expectedVersion: lastChange ?? null,
    apply: (roles) => {
      if (!roles[role]) throw new Refused('role_not_held')
      return { ...roles, [role]: tidy(extensions) }
    },
  })
}

/**
 * Adds and removes several roles at once, each with its lists, as `changeRoles` does, and returns the person. A role
 * that is both added and removed is removed. Lists in `extensions` replace those of their role; others stay.
 *
 * @throws Refused('role_not_held') when a list belongs to a role that the person does not have afterwards.
 * @throws Refused('invalid_input') when the lists contain unknown ids.
 * @throws Refused('changed_meanwhile') when `lastChange` is missing or outdated.
 * @throws Refused with the other codes of `changeRoles`: 'not_found', 'not_allowed', 'own_roles', 'rights_beyond_own',
 * 'last_superadministrator' or 'person_erased'.
 */
export async function updateRoles(ctx: Ctx, userId: number, update: RoleUpdate): Promise<FoundUser> {
  const { rolesToAdd, rolesToRemove, extensions, lastChange } = update
  const listed = Object.entries(extensions) as [Role, ExtensionUpdate['extensions']][]
  for (const [role, lists] of listed) await checkExtensionsExist(ctx, lists, `extensions.${role}`)
  return changeRoles(ctx, userId, {
    changedRoles: [...new Set([...rolesToAdd, ...rolesToRemove, ...listed.map(([role]) => role)])],
    expectedVersion: lastChange ?? null,
    apply(roles) {
      // A copy, because the present roles are compared with it afterwards.
      const after = { ...rolesToRemove.reduce(withoutRole, rolesToAdd.reduce(withRole, roles)) }
      for (const [role, lists] of listed) {
        if (!after[role]) throw new Refused('role_not_held')
        after[role] = tidy(lists)
      }
      return after
    },
  })
}
