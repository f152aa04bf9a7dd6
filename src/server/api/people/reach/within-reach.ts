import { eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator, isEducatorLevel, isPermitted, isSuperadministrator } from '#api/actor.ts'
import { cameOfAgeOn } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { rootsOf } from '#api/people/users/access.ts'
import { users } from '#api/people/users/table.ts'
import { Refused } from '#api/refusals.ts'
import { dayIn } from '#api/zone.ts'
import type { Standing } from '#platform/chosen-page.ts'
import { inBranch, isUnprotected, membersOf, type PersonId, taughtWithin } from './branches.ts'
import { learningReach } from './learning-reach.ts'
import { protectedAmong, recordProtectedReads, recordReads } from './reads/record-reads.ts'
import { taughtFacts, teaches } from './taught-people.ts'

export { branchOf, membersOf, type PersonId, taughtWithin } from './branches.ts'

/**
 * The heads of the branches that the actor answers for, as an administrator or an organisation admin (spec G-078); null:
 * everybody. An administrator without a list answers for everybody, an organisation admin without one for the own clubs.
 */
const answeredRoots = (actor: Actor): number[] | null => (isPermitted(actor, 'IntegrationRead') ? null : rootsOf(actor))

/** The person is in a branch that the actor answers for. */
export function answersFor(actor: Actor, userId: PersonId): SQL {
  if (isSuperadministrator(actor)) return sql`true`
  // Of a person with a protected identity the superadministrators alone are the office.
  return sql`(${answersForBranch(actor, userId)} and ${isUnprotected(userId)})`
}

/** The same, also for people with protected identities, who count among the others without being named. */
export function answersForBranch(actor: Actor, userId: PersonId): SQL {
  const roots = answeredRoots(actor)
  if (roots === null) return sql`true`
  return roots.length > 0 ? inBranch(userId, roots) : sql`false`
}

/** All for whom that is so; null when it is everybody. */
export function everybodyAnsweredFor(actor: Actor): Standing | null {
  const roots = answeredRoots(actor)
  return roots && membersOf(roots)
}

/** Whose learning somebody decides about where they organise: an office within its branch, an educator as far as their list. */
export const decidesAbout = (actor: Actor, userId: PersonId): SQL =>
  isAdministrator(actor) ? answersFor(actor, userId) : taughtWithin(actor, userId)

/** Only a confirmed link counts, until the child is of age (spec G-070) or has a protected identity. */
export const isGuardianOf = (actor: Actor, userId: PersonId): SQL => sql`exists (
  select 1 from guardian_links guarded_link join users guarded_child on guarded_child.id = guarded_link.child_user_id
  where guarded_link.adult_user_id = ${actor.id} and guarded_link.child_user_id = ${userId}
    and guarded_link.confirmed_at is not null and guarded_child.protected_at is null
    and (guarded_child.birth_on is null or guarded_child.birth_on > ${cameOfAgeOn(dayIn(new Date()))})
)`

/** Everything about a person and their learning is open to the person, a guardian and the office (spec G-022). */
export const seesAll = (actor: Actor, userId: PersonId): SQL =>
  sql`(${userId} = ${actor.id} or ${isGuardianOf(actor, userId)} or ${answersFor(actor, userId)})`

/** Also educators, who see of a person what the day needs. */
const knows = (actor: Actor, userId: PersonId): SQL => sql`(${seesAll(actor, userId)} or ${teaches(actor, userId)})`

/** A guardian and a child, or the adult who comes along to a child's examination. */
const isContact = (actor: Actor, userId: PersonId): SQL => sql`(exists (select 1 from guardian_links contact_link
    where contact_link.confirmed_at is not null and ((contact_link.adult_user_id = ${actor.id} and contact_link.child_user_id = ${userId})
      or (contact_link.child_user_id = ${actor.id} and contact_link.adult_user_id = ${userId})))
  or ${learningReach.get().accompanies(actor, userId)})`

/**
 * Name, club and picture of a row of `users` are open to everybody signed in when it is an adult's. Of a minor, or somebody of an unknown
 * age, they need a reason: own contacts, people of own educations, the office. Nobody meets a person with a protected identity.
 */
export const meets = (actor: Actor): SQL => {
  const id = sql`users.id`
  const isOpen = sql`(users.birth_on <= ${cameOfAgeOn(dayIn(new Date()))} or ${isContact(actor, id)})`
  return sql`(${knows(actor, id)} or (users.protected_at is null and ${isOpen}))`
}

/** What the caller may know and do of each row of `users`. */
export const sightOf = (actor: Actor) => ({
  seen: seesAll(actor, sql`users.id`),
  met: meets(actor),
  revealed: isSuperadministrator(actor) ? sql`true` : sql`users.id = ${actor.id}`,
  answeredFor: answersFor(actor, sql`users.id`),
  taught: taughtFacts(actor, sql`users.id`),
})

/** The office and the educators of a person: those who may act for them, though neither the person nor a guardian. */
export const looksAfter = (actor: Actor, userId: PersonId): SQL =>
  isEducatorLevel(actor) ? sql`(${answersFor(actor, userId)} or ${teaches(actor, userId)})` : sql`false`

interface Reach {
  seesAll: boolean
  answersFor: boolean
  knows: boolean
  birthOn: string | null
  protectedAt: Date | null
}

/** For calls about one person: null when there is no such person. */
export async function reachOf(ctx: Ctx, userId: number): Promise<Reach | null> {
  if (userId === ctx.actor.id)
    return { seesAll: true, answersFor: false, knows: true, birthOn: null, protectedAt: null }
  const question = ctx.db.query
    .select({
      seesAll: sql<number>`${seesAll(ctx.actor, userId)}`.as('sees_all'),
      answersFor: sql<number>`${answersFor(ctx.actor, userId)}`.as('answers_for'),
      knows: sql<number>`${knows(ctx.actor, userId)}`.as('knows'),
      birthOn: users.birthOn,
      protectedAt: users.protectedAt,
    })
    .from(users)
    .where(eq(users.id, userId))
  const [row] = await question
  if (!row) return null
  const { birthOn, protectedAt } = row
  return { seesAll: row.seesAll === 1, answersFor: row.answersFor === 1, knows: row.knows === 1, birthOn, protectedAt }
}

/** The caller is the person, or a confirmed guardian of the child. */
export async function isGuardianOrSelf(ctx: Ctx, userId: number): Promise<boolean> {
  if (userId === ctx.actor.id) return true
  const question = ctx.db.query.select({ isOwn: sql<number>`${isGuardianOf(ctx.actor, userId)}` }).from(sql`(select 1)`)
  const [row] = await question
  return row?.isOwn === 1
}

async function recordRead(ctx: Ctx, id: number, { birthOn, protectedAt }: Reach): Promise<void> {
  await recordReads(ctx, [{ id, birthOn }])
  await recordProtectedReads(ctx, protectedAmong([{ id, protectedAt }]))
}

/** Refuses a caller who neither sees everything about the person nor teaches them; what is answered is judged for itself. */
export async function mustKnow(ctx: Ctx, userId: number): Promise<void> {
  const reach = await reachOf(ctx, userId)
  if (!reach) throw new Refused('not_found')
  if (!reach.knows) throw new Refused('not_allowed')
  await recordRead(ctx, userId, reach)
}

/** Refuses a caller who may not see everything about the person. */
export async function mustSeeAll(ctx: Ctx, userId: number): Promise<void> {
  const reach = await reachOf(ctx, userId)
  if (!reach) throw new Refused('not_found')
  if (!reach.seesAll) throw new Refused('not_allowed')
  await recordRead(ctx, userId, reach)
}
