import { type SQL, sql } from 'drizzle-orm'
import { organizationsView } from '#api/people/organizations/views.ts'
import { extensionsOfRoles, peopleAtEducatorLevel, rolesOfPeople } from '#api/people/roles/views.ts'
import { membershipsOfPeople, namedMembershipsOfPeople, peopleView } from '#api/people/users/views.ts'
import { contains } from '#api/text-conditions.ts'
import type { Database } from '#platform/database.ts'
import type { PossibleExaminer } from './contract.ts'

interface ExaminerQuery {
  educationId: number
  educationPartId?: number | null | undefined
  organizationId?: number | null | undefined
  text: string
}

const hasRole = (role: string) =>
  sql`exists (select 1 from ${rolesOfPeople} r where r.user_id = users.id and r.role = ${role})`

const roleLimits = (kind: string) => sql`(
  select reference_id from ${extensionsOfRoles} x where x.user_id = users.id and x.role = 'Educator' and x.kind = ${kind})`

const isWithinLimits = (kind: string, own: SQL) => sql`(not exists ${roleLimits(kind)} or exists (
  select 1 from (${own}) own where own.id in ${roleLimits(kind)}))`

/**
 * Condition: the user is responsible for the education or the part, or the limits of the user's role include its
 * category or role (spec G-078).
 */
const teaches = ({ educationId, educationPartId }: ExaminerQuery) => sql`(
  exists (select 1 from education_responsibles e where e.education_id = ${educationId} and e.user_id = users.id)
  or exists (select 1 from education_part_responsibles p
    where p.education_part_id = ${educationPartId ?? 0} and p.user_id = users.id)
  or ((exists ${roleLimits('EducationCategory')} or exists ${roleLimits('EducationRole')})
    and ${isWithinLimits('EducationCategory', sql`select education_category_id id from education_to_category where education_id = ${educationId}`)}
    and ${isWithinLimits('EducationRole', sql`select education_role_id id from education_to_role where education_id = ${educationId} and kind = 'trains'`)}))`

const belongsTo = (organizationId: number) => sql`exists (
  select 1 from ${membershipsOfPeople} m join ${organizationsView} o on o.id = m.organization_id
  join ${organizationsView} root on root.id = ${organizationId}
  where m.user_id = users.id and substr(o.path, 1, length(root.path)) = root.path)`

const nameContains = (text: string) => contains(sql`(users.first_name || ' ' || users.last_name)`, text)

const organizationNames = sql`(
  select json_group_array(m.name) from ${namedMembershipsOfPeople} m where m.user_id = users.id)`

/**
 * Lists at most fifty active people who may examine in the education, by name: all administrators, and educators who
 * are responsible for it or the part, or whose role's limits include it. An educator whose role has no limits is not
 * listed. `text` is looked for anywhere in the name, an empty one matches everybody; an organisation stands for those
 * below it too.
 */
export async function listPossibleExaminers(db: Database, query: ExaminerQuery): Promise<PossibleExaminer[]> {
  const { organizationId, text } = query
  const rows = await db.rows<{ id: number; name: string; organizations: string }>(sql`
    select users.id, users.first_name || ' ' || users.last_name as name, ${organizationNames} as organizations
    from ${peopleView} users
    where users.id in ${peopleAtEducatorLevel}
      and users.inactive_at is null
      and (${hasRole('Administrator')} or ${hasRole('SuperAdministrator')} or (${hasRole('Educator')} and ${teaches(query)}))
      and ${organizationId ? belongsTo(organizationId) : sql`true`} and ${text ? nameContains(text) : sql`true`}
    order by users.name_key, users.id limit 50`)
  return rows.map(({ id, name, organizations }) => ({
    id,
    name,
    organizationNames: JSON.parse(organizations) as string[],
  }))
}
