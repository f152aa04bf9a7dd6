import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator, isSuperadministrator } from '../actor.ts'
import { managedBy } from '../educations/visible-to.ts'

type Id = number | SQL

const asList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** The person belongs to one of the organisations, or to one below it. */
const inBranch = (userId: Id, organizationIds: readonly number[]): SQL => sql`exists (
  select 1 from user_organizations m
  join organizations o on o.id = m.organization_id
  join organizations root on root.id in ${asList(organizationIds)}
  where m.user_id = ${userId} and substr(o.path, 1, length(root.path)) = root.path
)`

/** People that an administrator or an organisation admin answers for (gaps G-078); null when the role gives none. */
function answersForPerson(actor: Actor, userId: Id): SQL | null {
  if (isSuperadministrator(actor)) return sql`true`
  const administered = actor.roles.Administrator
  if (administered) return administered.Organization?.length ? inBranch(userId, administered.Organization) : sql`true`
  const admin = actor.roles.OrganizationAdmin
  if (!admin) return null
  const lists = admin.Organization ?? []
  return inBranch(userId, lists.length > 0 ? lists : Object.keys(actor.organizations).map(Number))
}

const answersForOccasion = (actor: Actor, occasionId: Id) =>
  sql`exists (select 1 from occasion_responsibles r where r.occasion_id = ${occasionId} and r.user_id = ${actor.id})`

/** Where a result belongs. */
export interface Place {
  userId: Id
  educationId: Id
  occasionId: Id
}

const any = (conditions: (SQL | null)[]): SQL => {
  const given = conditions.filter((condition) => condition !== null)
  return given.length > 0 ? sql`(${sql.join(given, sql` or `)})` : sql`false`
}

/** The actor may sign up, approve, mark attendance and cancel for the person there. */
export function organizes(actor: Actor, place: Place): SQL {
  if (isAdministrator(actor)) return answersForPerson(actor, place.userId) ?? sql`false`
  const managed = managedBy(actor)
  return any([
    managed && sql`exists (select 1 from educations where educations.id = ${place.educationId} and ${managed})`,
    'Educator' in actor.roles ? answersForOccasion(actor, place.occasionId) : null,
  ])
}

/** The actor may read the person's result there, though neither the person nor a guardian. */
export const oversees = (actor: Actor, place: Place): SQL =>
  any([answersForPerson(actor, place.userId), organizes(actor, place)])

export const isGuardianOf = (actor: Actor, userId: Id): SQL => sql`exists (
  select 1 from guardian_links g
  where g.adult_user_id = ${actor.id} and g.child_user_id = ${userId} and g.confirmed_at is not null
)`

/** The actor may read everything about a person's learning: by office, or as an educator of one of their educations. */
export function followsPerson(actor: Actor, userId: Id): SQL {
  const managed = managedBy(actor)
  const taught =
    managed &&
    sql`exists (
      select 1 from education_part_results r
      join education_to_part l on l.education_part_id = r.education_part_id
      join educations on educations.id = l.education_id
      where r.user_id = ${userId} and (r.education_id is null or r.education_id = educations.id) and ${managed}
    ) or exists (
      select 1 from education_results r join educations on educations.id = r.education_id
      where r.user_id = ${userId} and ${managed}
    )`
  const office = answersForPerson(actor, userId)
  return any([isGuardianOf(actor, userId), office, isAdministrator(actor) ? null : taught])
}
