import { eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator, isEducatorLevel, isPermitted, isSuperadministrator } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import type { SightConditions } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import {
  isInBranch,
  isInEducatorScope,
  isUnprotected,
  type PersonId,
  selectBranchMembers,
  selectOrganizationsBeyond,
} from './branches.ts'
import { learningReach } from './learning-reach.ts'
import type { IndexedSet } from './list-page.ts'
import { findProtectedIds, recordProtectedReads, recordReads } from './reads/record-reads.ts'
import { teaches, teachingDetails } from './taught-people.ts'

export { isInEducatorScope, type PersonId, selectBranchIds, selectBranchMembers } from './branches.ts'

/**
 * Returns the root organisations of the branches that the actor administers, as administrator or organisation
 * administrator (spec G-078). Null means everybody: for an administrator without a list, and for an integration account
 * that may read and is not limited to organisations. An organisation administrator without a list administers the clubs
 * that they belong to.
 */
function answeredRoots(actor: Actor): number[] | null {
  if (!isPermitted(actor, 'IntegrationRead')) return getAdministeredRoots(actor)
  return getAccountRoots(actor)
}

/** Returns the organisations that an integration account is limited to; null when it reaches everybody. */
const getAccountRoots = ({ integration }: Actor): number[] | null =>
  integration && integration.organizationIds.length > 0 ? integration.organizationIds : null

/**
 * SQL condition: the actor is an integration account that may write about the person: anybody, or a member of one of
 * the organisations that the account is limited to. A protected identity is a member of none.
 */
export function canAccountWrite(actor: Actor, userId: PersonId): SQL {
  if (!isPermitted(actor, 'IntegrationWrite')) return sql`false`
  const roots = getAccountRoots(actor)
  return roots === null ? sql`true` : sql`(${isInBranch(userId, roots)} and ${isUnprotected(userId)})`
}

/**
 * SQL condition: a person is a member in a branch that the actor administers, as administrator or organisation
 * administrator (the person's office); always true for a superadministrator.
 *
 * An administrator without a list, and an integration account that may read and has no list, administer everybody but
 * protected identities. An organisation administrator without a list administers their own clubs.
 */
export function administers(actor: Actor, userId: PersonId): SQL {
  if (isSuperadministrator(actor)) return sql`true`
  // Only superadministrators administer people with a protected identity.
  return sql`(${administersBranchOf(actor, userId)} and ${isUnprotected(userId)})`
}

/**
 * SQL condition: a person is in a branch that the actor administers, as in `administers`, but protected identities are
 * not left out, which lists count without naming them. True for everybody when the actor has no branch of their own,
 * false without such a role.
 */
export function administersBranchOf(actor: Actor, userId: PersonId): SQL {
  const roots = answeredRoots(actor)
  if (roots === null) return sql`true`
  return roots.length > 0 ? isInBranch(userId, roots) : sql`false`
}

/**
 * Returns the people in the branches that the actor administers as an SQL query and condition; null when it is
 * everybody. Protected identities are included. Of an actor without such a role it has nobody.
 */
export function selectAdministeredPeople(actor: Actor): IndexedSet | null {
  const roots = answeredRoots(actor)
  return roots && selectBranchMembers(roots)
}

/**
 * SQL condition: the actor may decide about the person's learning: an administrator within their branch, an educator
 * within their list of organisations. True for an educator without a list and for actors without these roles, so the
 * caller checks the role.
 */
export const canDecideAbout = (actor: Actor, userId: PersonId): SQL =>
  isAdministrator(actor) ? administers(actor, userId) : isInEducatorScope(actor, userId)

/**
 * SQL condition: the actor is a guardian of the person with a confirmed link. False once the child is of age (spec
 * G-070), has a protected identity or is a merged-away record.
 */
export const isGuardianOf = (actor: Actor, userId: PersonId): SQL => sql`exists (
  select 1 from guardian_links guarded_link join users guarded_child on guarded_child.id = guarded_link.child_user_id
  where guarded_link.adult_user_id = ${actor.id} and guarded_link.child_user_id = ${userId}
    and guarded_link.confirmed_at is not null and guarded_child.protected_at is null and guarded_child.merged_into is null
    and (guarded_child.birth_on is null or guarded_child.birth_on > ${latestAdultBirth(toPortalDay(new Date()))})
)`

/**
 * SQL condition: the actor may see everything about the person and their learning: as the person, as a confirmed
 * guardian or as the person's office (`administers`; spec G-022).
 */
export const canSeeAll = (actor: Actor, userId: PersonId): SQL =>
  sql`(${userId} = ${actor.id} or ${isGuardianOf(actor, userId)} or ${administers(actor, userId)})`

/** SQL condition: the actor may see everything, or teaches the person and may see some fields. */
const knows = (actor: Actor, userId: PersonId): SQL => sql`(${canSeeAll(actor, userId)} or ${teaches(actor, userId)})`

/** SQL condition: the two are guardian and child, or the actor is the accompanying adult at an exam of the person. */
const isContact = (actor: Actor, userId: PersonId): SQL => sql`(exists (select 1 from guardian_links contact_link
    where contact_link.confirmed_at is not null and ((contact_link.adult_user_id = ${actor.id} and contact_link.child_user_id = ${userId})
      or (contact_link.child_user_id = ${actor.id} and contact_link.adult_user_id = ${userId})))
  or ${learningReach.get().accompanies(actor, userId)})`

/**
 * SQL condition on a row of `users`: the actor may see the person's name, club and picture. Everybody may see those of
 * an adult. A minor, or a person of unknown age, is visible to guardians, wards, the accompanying adult at an exam,
 * educators who teach the person, and office. An integration account that is limited to organisations sees only their
 * members. People with a protected identity are visible only to those who may see everything.
 */
export const canSeeName = (actor: Actor): SQL => {
  const id = sql`users.id`
  // An account that is limited to organisations reads nobody else, not even a name.
  if (getAccountRoots(actor) !== null) return administers(actor, id)
  const isOpen = sql`(users.birth_on <= ${latestAdultBirth(toPortalDay(new Date()))} or ${isContact(actor, id)})`
  return sql`(${knows(actor, id)} or (users.protected_at is null and ${isOpen}))`
}

/**
 * Returns SQL conditions on a row of `users` that say what the actor may know of each person and do. They are
 * `canSeeAll`, `canSeeName`, `administers` and `teachingDetails`, as the functions of these names, `canSeeIdentity`,
 * the identity of a protected person, and `organizationsBeyond`. The queries that load people use them.
 */
export const toSight = (actor: Actor): SightConditions => ({
  canSeeAll: canSeeAll(actor, sql`users.id`),
  canSeeName: canSeeName(actor),
  canSeeIdentity: isSuperadministrator(actor) ? sql`true` : sql`users.id = ${actor.id}`,
  administers: administers(actor, sql`users.id`),
  organizationsBeyond: selectOrganizationsBeyond(sql`users.id`, getAdministeredRoots(actor)),
  teachingDetails: teachingDetails(actor, sql`users.id`),
})

/**
 * SQL condition: the actor, an educator or administrator, teaches the person or belongs to the person's office, and may
 * act for them without being a guardian. False for an organisation administrator who is neither educator nor
 * administrator.
 */
export const looksAfter = (actor: Actor, userId: PersonId): SQL =>
  isEducatorLevel(actor) ? sql`(${administers(actor, userId)} or ${teaches(actor, userId)})` : sql`false`

/** Relation between the caller and one person. */
interface Reach {
  seesAll: boolean
  answersFor: boolean
  knows: boolean
  /** The caller is an integration account that may write about the person. */
  accountWrites: boolean
  birthOn: string | null
  protectedAt: Date | null
}

/**
 * Loads the caller's relation to one person, with birth date and protection; null when there is no such person.
 * `seesAll`, `answersFor` and `accountWrites` are `canSeeAll`, `administers` and `canAccountWrite`; `knows` is also
 * true for an educator who teaches the person. For the caller's own id nothing is read: `answersFor` is false, and
 * birth date and protection are null. Records nothing.
 */
export async function loadReach(ctx: Ctx, userId: number): Promise<Reach | null> {
  if (userId === ctx.actor.id)
    return { seesAll: true, answersFor: false, knows: true, accountWrites: false, birthOn: null, protectedAt: null }
  const query = ctx.db.query
    .select({
      seesAll: sql<number>`${canSeeAll(ctx.actor, userId)}`.as('sees_all'),
      answersFor: sql<number>`${administers(ctx.actor, userId)}`.as('answers_for'),
      knows: sql<number>`${knows(ctx.actor, userId)}`.as('knows'),
      accountWrites: sql<number>`${canAccountWrite(ctx.actor, userId)}`.as('account_writes'),
      birthOn: users.birthOn,
      protectedAt: users.protectedAt,
    })
    .from(users)
    .where(eq(users.id, userId))
  const [row] = await query
  if (!row) return null
  const { birthOn, protectedAt } = row
  return {
    seesAll: row.seesAll === 1,
    answersFor: row.answersFor === 1,
    knows: row.knows === 1,
    accountWrites: row.accountWrites === 1,
    birthOn,
    protectedAt,
  }
}

/**
 * Returns whether the caller is the person, or a guardian with a confirmed link to a child under age without protected
 * identity. Records no read. A child without a birth date counts as under age.
 */
export async function isGuardianOrSelf(ctx: Ctx, userId: number): Promise<boolean> {
  if (userId === ctx.actor.id) return true
  const query = ctx.db.query.select({ isOwn: sql<number>`${isGuardianOf(ctx.actor, userId)}` }).from(sql`(select 1)`)
  const [row] = await query
  return row?.isOwn === 1
}

async function recordRead(ctx: Ctx, id: number, { birthOn, protectedAt }: Reach): Promise<void> {
  await recordReads(ctx, [{ id, birthOn }])
  await recordProtectedReads(ctx, findProtectedIds([{ id, protectedAt }]))
}

/**
 * Checks that the caller may see everything about the person (own, guardian or office) or teaches them. Records the
 * read as `requireFullAccess` does. Callers check separately which fields the reply may contain.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed') when the caller neither sees everything about the person nor teaches them.
 */
export async function requirePersonAccess(ctx: Ctx, userId: number): Promise<void> {
  const reach = await loadReach(ctx, userId)
  if (!reach) throw new Refused('not_found')
  if (!reach.knows) throw new Refused('not_allowed')
  await recordRead(ctx, userId, reach)
}

/**
 * Checks that the caller is the person, a guardian or the office, who may see everything about the person. Records the
 * read as `recordReads` and `recordProtectedReads` do: of minors by staff, and of protected identities; never the
 * caller's own.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed') for other callers.
 */
export async function requireFullAccess(ctx: Ctx, userId: number): Promise<void> {
  const reach = await loadReach(ctx, userId)
  if (!reach) throw new Refused('not_found')
  if (!reach.seesAll) throw new Refused('not_allowed')
  await recordRead(ctx, userId, reach)
}
