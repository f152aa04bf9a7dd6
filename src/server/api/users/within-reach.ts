import { eq, type SQL, sql } from 'drizzle-orm'
import type { Standing } from '#platform/chosen-page.ts'
import { type Actor, isAdministrator, isEducatorLevel, isPermitted } from '../actor.ts'
import type { Ctx } from '../context.ts'
import { answersForEducation, isResponsibleFor } from '../educations/visible-to.ts'
import { cameOfAgeOn } from '../guardians/rules.ts'
import { Refused } from '../refusals.ts'
import { dayIn } from '../zone.ts'
import { rootsOf } from './access.ts'
import { users } from './table.ts'

/** A person's id, or the column that holds it. */
export type PersonId = number | SQL

const asList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** `o` is one of the organisations, or below it. Paths end with a slash and hold digits; `:` comes after all of those. */
const below = (organizationIds: readonly number[]) =>
  sql`root.id in ${asList(organizationIds)} and o.path >= root.path and o.path < root.path || ':'`

/** The ids of the organisations and of all below them; asked from their heads along the index of paths. */
export const branchOf = (organizationIds: readonly number[]): SQL =>
  sql`(select o.id from organizations root cross join organizations o where ${below(organizationIds)})`

/** The person belongs to one of the organisations, or to one below it. */
export const inBranch = (userId: PersonId, organizationIds: readonly number[]): SQL => sql`exists (
  select 1 from branch_members branch_member
  where branch_member.user_id = ${userId} and branch_member.root_id in ${asList(organizationIds)}
)`

/** Everybody of whom that is so: what drives a list of them. */
export function membersOf(organizationIds: readonly number[]): Standing {
  // Who stands below one root stands there once.
  const each = organizationIds.length > 1 ? sql`distinct ` : sql``
  return {
    ids: sql`select ${each}user_id from branch_members where root_id in ${asList(organizationIds)}`,
    holds: (id) => inBranch(id, organizationIds),
  }
}

/** An educator's own list of organisations limits whose learning there is to see; none does not limit. */
export function taughtWithin(actor: Actor, userId: PersonId): SQL {
  const organizationIds = actor.roles.Educator?.Organization ?? []
  return organizationIds.length > 0 ? inBranch(userId, organizationIds) : sql`true`
}

/**
 * The heads of the branches that the actor answers for, as an administrator or an organisation admin (gaps G-078); null:
 * everybody. An administrator without a list answers for everybody, an organisation admin without one for the own clubs.
 */
const answeredRoots = (actor: Actor): number[] | null => (isPermitted(actor, 'IntegrationRead') ? null : rootsOf(actor))

/** The person is in a branch that the actor answers for. */
export function answersFor(actor: Actor, userId: PersonId): SQL {
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

/** Only a confirmed link counts, and only until the child is of age (gaps G-070). */
export const isGuardianOf = (actor: Actor, userId: PersonId): SQL => sql`exists (
  select 1 from guardian_links guarded_link join users guarded_child on guarded_child.id = guarded_link.child_user_id
  where guarded_link.adult_user_id = ${actor.id} and guarded_link.child_user_id = ${userId}
    and guarded_link.confirmed_at is not null
    and (guarded_child.birth_on is null or guarded_child.birth_on > ${cameOfAgeOn(dayIn(new Date()))})
)`

/** The actor answers for the education; an educator also manages it by the lists of the role. */
const teachesEducation = (actor: Actor, educationId: SQL): SQL =>
  // An administrator manages every education, but only the people of the own branch.
  isAdministrator(actor) ? isResponsibleFor(actor, educationId) : answersForEducation(actor, educationId)

/** The actor manages or answers for an education or an occasion that the person takes or has taken. */
function teaches(actor: Actor, userId: PersonId): SQL {
  if (!('Educator' in actor.roles)) return sql`false`
  return sql`(${taughtWithin(actor, userId)} and (exists (
    select 1 from education_part_results taken_parts
    join education_to_part taken_links on taken_links.education_part_id = taken_parts.education_part_id
    where taken_parts.user_id = ${userId}
      and (taken_parts.education_id is null or taken_parts.education_id = taken_links.education_id)
      and ${teachesEducation(actor, sql`taken_links.education_id`)}
  ) or exists (
    select 1 from education_results taken_educations
    where taken_educations.user_id = ${userId} and ${teachesEducation(actor, sql`taken_educations.education_id`)}
  ) or exists (
    select 1 from education_part_results attended_results
    join occasion_responsibles attended_leaders on attended_leaders.occasion_id = attended_results.occasion_id
    where attended_results.user_id = ${userId} and attended_leaders.user_id = ${actor.id}
  ) or exists (
    select 1 from education_part_results driven_results
    join driver_exams driven_exams on driven_exams.id = driven_results.practical_driver_exam_id
    where driven_results.user_id = ${userId} and (driven_exams.examiner_id = ${actor.id} or exists (
      select 1 from driver_exam_responsibles driven_leaders
      where driven_leaders.driver_exam_id = driven_exams.id and driven_leaders.user_id = ${actor.id}))
  )))`
}

/** Everything about a person and their learning is open to the person, a guardian, the office and their educators (gaps G-022). */
export const seesAll = (actor: Actor, userId: PersonId): SQL =>
  sql`(${userId} = ${actor.id} or ${isGuardianOf(actor, userId)} or ${answersFor(actor, userId)} or ${teaches(actor, userId)})`

/** What the caller may know and do of each row of `users`. */
export const sightOf = (actor: Actor) => ({
  seen: seesAll(actor, sql`users.id`),
  answeredFor: answersFor(actor, sql`users.id`),
})

/** The office and the educators of a person: those who may act for them, though neither the person nor a guardian. */
export const looksAfter = (actor: Actor, userId: PersonId): SQL =>
  isEducatorLevel(actor) ? sql`(${answersFor(actor, userId)} or ${teaches(actor, userId)})` : sql`false`

/** For calls about one person: null when there is no such person. */
export async function reachOf(ctx: Ctx, userId: number): Promise<{ seesAll: boolean; answersFor: boolean } | null> {
  if (userId === ctx.actor.id) return { seesAll: true, answersFor: false }
  const question = ctx.db.query
    .select({
      seesAll: sql<number>`${seesAll(ctx.actor, userId)}`.as('sees_all'),
      answersFor: sql<number>`${answersFor(ctx.actor, userId)}`.as('answers_for'),
    })
    .from(users)
    .where(eq(users.id, userId))
  const [[row]] = await ctx.db.read([question])
  return row ? { seesAll: row.seesAll === 1, answersFor: row.answersFor === 1 } : null
}

/** Refuses a caller who may not see everything about the person. */
export async function mustSeeAll(ctx: Ctx, userId: number): Promise<void> {
  const reach = await reachOf(ctx, userId)
  if (!reach) throw new Refused('not_found')
  if (!reach.seesAll) throw new Refused('not_allowed')
}
