import { eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '../actor.ts'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import { users } from './table.ts'

/** A person's id, or the column that holds it. */
export type PersonId = number | SQL

const asList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** The person belongs to one of the organisations, or to one below it. */
const inBranch = (userId: PersonId, organizationIds: readonly number[]): SQL => sql`exists (
  select 1 from user_organizations m
  join organizations o on o.id = m.organization_id
  join organizations root on root.id in ${asList(organizationIds)}
  where m.user_id = ${userId} and substr(o.path, 1, length(root.path)) = root.path
)`

/**
 * The person is in the actor's own branch of the federation, as an administrator or an organisation admin sees it
 * (gaps G-078). An administrator without a list answers for everybody, an organisation admin without one for the own clubs.
 */
export function answersFor(actor: Actor, userId: PersonId): SQL {
  if (isSuperadministrator(actor)) return sql`true`
  const { Administrator: administrator, OrganizationAdmin: admin } = actor.roles
  if (administrator)
    return administrator.Organization?.length ? inBranch(userId, administrator.Organization) : sql`true`
  if (!admin) return sql`false`
  return inBranch(
    userId,
    admin.Organization?.length ? admin.Organization : Object.keys(actor.organizations).map(Number),
  )
}

/** Only a confirmed link counts (gaps G-070). */
export const isGuardianOf = (actor: Actor, userId: PersonId): SQL => sql`exists (
  select 1 from guardian_links g
  where g.adult_user_id = ${actor.id} and g.child_user_id = ${userId} and g.confirmed_at is not null
)`

/** The actor manages or answers for an education that the person takes or has taken. */
function teaches(actor: Actor, userId: PersonId): SQL {
  const lists = actor.roles.Educator
  if (!lists) return sql`false`
  const { EducationCategory: categories = [], EducationRole: trained = [] } = lists
  const limits = [
    ...(categories.length > 0
      ? [
          sql`exists (select 1 from education_to_category c where c.education_id = e.id and c.education_category_id in ${asList(categories)})`,
        ]
      : []),
    ...(trained.length > 0
      ? [
          sql`exists (select 1 from education_to_role t where t.education_id = e.id and t.kind = 'trains' and t.education_role_id in ${asList(trained)})`,
        ]
      : []),
  ]
  const responsible = sql`exists (select 1 from education_responsibles a where a.education_id = e.id and a.user_id = ${actor.id})`
  const managed = limits.length > 0 ? sql`(${responsible} or (${sql.join(limits, sql` and `)}))` : responsible
  return sql`(exists (
    select 1 from education_part_results r
    join education_to_part l on l.education_part_id = r.education_part_id
    join educations e on e.id = l.education_id
    where r.user_id = ${userId} and (r.education_id is null or r.education_id = e.id) and ${managed}
  ) or exists (
    select 1 from education_results r join educations e on e.id = r.education_id where r.user_id = ${userId} and ${managed}
  ))`
}

/** Everything about a person and their learning is open to the person, a guardian, the office and their educators (gaps G-022). */
export const seesAll = (actor: Actor, userId: PersonId): SQL =>
  sql`(${userId} = ${actor.id} or ${isGuardianOf(actor, userId)} or ${answersFor(actor, userId)} or ${teaches(actor, userId)})`

/** For calls about one person: null when there is no such person. */
export async function reachOf(ctx: Ctx, userId: number): Promise<{ seesAll: boolean; answersFor: boolean } | null> {
  if (userId === ctx.actor.id) return { seesAll: true, answersFor: false }
  const [row] = await ctx.db.query
    .select({
      seesAll: sql<number>`${seesAll(ctx.actor, userId)}`,
      answersFor: sql<number>`${answersFor(ctx.actor, userId)}`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row ? { seesAll: row.seesAll === 1, answersFor: row.answersFor === 1 } : null
}

/** Refuses a caller who may not see everything about the person. */
export async function mustSeeAll(ctx: Ctx, userId: number): Promise<void> {
  const reach = await reachOf(ctx, userId)
  if (!reach) throw new Refused('not_found')
  if (!reach.seesAll) throw new Refused('not_allowed')
}
