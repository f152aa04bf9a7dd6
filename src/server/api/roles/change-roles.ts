import { translator } from '#locales/translate.ts'
import { Constraint } from '#platform/database.ts'
import type { HeldRoles, Role } from '../actor.ts'
import { recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import { standsAbove } from '../users/access.ts'
import { getUser } from '../users/edit-user.ts'
import { type FoundUser, markChanged } from '../users/storage.ts'
import type { ExtensionUpdate, RoleUpdate } from './contract.ts'
import { differing, ownOrganizations, reachOf, refuseChange, withoutRole, withRole } from './rules.ts'
import { areWithin, findUnknown, writeRole } from './storage.ts'

export interface RoleChange {
  touched: readonly Role[]
  /** What is held afterwards, of what is held now. */
  becomes: (held: HeldRoles) => HeldRoles
}

/** Somebody with a branch of their own neither gives nor takes what reaches beyond it. */
async function mustBeWithinOwn(ctx: Ctx, person: FoundUser, { touched, becomes }: RoleChange): Promise<void> {
  const own = ownOrganizations(ctx.actor)
  if (!own) return
  const memberships = Object.keys(person.organizations).map(Number)
  const reaches = [person.roles, becomes(person.roles)].flatMap((held) =>
    touched.map((role) => reachOf(role, held, memberships)),
  )
  const organizationIds = [...new Set(reaches.flatMap((reach) => reach.organizationIds))]
  const beyond = reaches.some(({ everywhere }) => everywhere) || !(await areWithin(ctx.db, organizationIds, own))
  if (beyond) throw new Refused('rights_beyond_own')
}

async function mustBeAllowed(ctx: Ctx, person: FoundUser, change: RoleChange): Promise<void> {
  const refusal = refuseChange(ctx.actor, person.id, change.touched)
  if (refusal) throw new Refused(refusal)
  if (!person.answeredFor || !standsAbove(ctx.actor, person)) throw new Refused('not_allowed')
  await mustBeWithinOwn(ctx, person, change)
}

async function write(ctx: Ctx, person: FoundUser, change: RoleChange): Promise<void> {
  const after = change.becomes(person.roles)
  const changed = differing(person.roles, after)
  if (changed.length === 0) return
  const only = (held: HeldRoles) => Object.fromEntries(changed.map((role) => [role, held[role] ?? null]))
  await ctx.db.commit([
    markChanged(ctx.db, person.id, person.changedAt, ctx.now),
    ...changed.flatMap((role) => writeRole(ctx.db, person.id, role, after)),
    recordAudit(
      ctx,
      'roles.changed',
      { type: 'user', id: person.id },
      { before: only(person.roles), after: only(after) },
    ),
  ])
}

const isLate = (error: unknown) => error instanceof Constraint && error.text === 'changed_meanwhile'

/** Changes roles. When somebody else has written the person meanwhile, it is judged anew by what they hold now. */
export async function changeRoles(ctx: Ctx, userId: number, change: RoleChange, triesLeft = 3): Promise<FoundUser> {
  const person = await getUser(ctx, userId)
  await mustBeAllowed(ctx, person, change)
  try {
    await write(ctx, person, change)
  } catch (error) {
    if (!isLate(error) || triesLeft === 0) throw error
    return changeRoles(ctx, userId, change, triesLeft - 1)
  }
  return getUser(ctx, userId)
}

/** Each id once, and no list that is empty. */
const tidy = (lists: ExtensionUpdate['extensions']): ExtensionUpdate['extensions'] =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([kind, ids]) => (ids.length > 0 ? [[kind, [...new Set(ids)]]] : [])),
  )

async function mustExist(ctx: Ctx, extensions: ExtensionUpdate['extensions'], path: string): Promise<void> {
  const unknown = Object.keys(await findUnknown(ctx.db, extensions))
  const text = translator(ctx.language, 'refusals')('invalid.unknown_reference')
  if (unknown.length > 0)
    throw new Refused('invalid_input', { fields: Object.fromEntries(unknown.map((kind) => [`${path}.${kind}`, text])) })
}

/** Replaces the lists of a role that the person holds. */
export async function changeExtensions(ctx: Ctx, userId: number, { role, extensions }: ExtensionUpdate) {
  await mustExist(ctx, extensions, 'extensions')
  return changeRoles(ctx, userId, {
    touched: [role],
    becomes: (held) => {
      if (!held[role]) throw new Refused('role_not_held')
      return { ...held, [role]: tidy(extensions) }
    },
  })
}

/** Gives and takes several roles at once, each with the lists that are named for it. */
export async function updateRoles(ctx: Ctx, userId: number, update: RoleUpdate): Promise<FoundUser> {
  const { rolesToAdd, rolesToRemove, extensions } = update
  const listed = Object.entries(extensions) as [Role, ExtensionUpdate['extensions']][]
  for (const [role, lists] of listed) await mustExist(ctx, lists, `extensions.${role}`)
  return changeRoles(ctx, userId, {
    touched: [...new Set([...rolesToAdd, ...rolesToRemove, ...listed.map(([role]) => role)])],
    becomes(held) {
      const after = rolesToRemove.reduce(withoutRole, rolesToAdd.reduce(withRole, held))
      for (const [role, lists] of listed) {
        if (!after[role]) throw new Refused('role_not_held')
        after[role] = tidy(lists)
      }
      return after
    },
  })
}
