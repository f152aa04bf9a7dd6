import { type SQL, sql } from 'drizzle-orm'
import { isUnprotected } from '#api/people/reach/branches.ts'

/**
 * SQL condition: the organisation list of a role holder includes the person. An administrator without a list
 * administers everybody.
 */
const reaches = (userId: number) => sql`case
  when exists (select 1 from role_extensions x
    where x.user_id = held.user_id and x.role = held.role and x.kind = 'Organization')
  then exists (select 1 from role_extensions x
    join branch_members b on b.root_id = x.reference_id and b.user_id = ${userId}
    where x.user_id = held.user_id and x.role = held.role and x.kind = 'Organization')
  when held.role = 'Administrator' then true
  else exists (select 1 from user_organizations m
    join branch_members b on b.root_id = m.organization_id and b.user_id = ${userId}
    where m.user_id = held.user_id) end`

const active = (role: SQL, except: string) => sql`
  select distinct held.user_id as id from user_roles held join users officer on officer.id = held.user_id
  where ${role} and officer.inactive_at is null
    and held.user_id not in (select value from json_each(${except}))`

/**
 * SQL query for the ids, as `id`, of the active administrators and organisation administrators of a person. Returns the
 * superadministrators when there are none, and for a person with a protected identity. Never includes the person and
 * `exceptId`.
 */
export function selectOfficeIds(userId: number, exceptId: number): SQL {
  const except = JSON.stringify([userId, exceptId])
  const near = active(
    sql`held.role in ('Administrator', 'OrganizationAdmin') and ${isUnprotected(userId)} and ${reaches(userId)}`,
    except,
  )
  return sql`select id from (${near}) union select id from (${active(sql`held.role = 'SuperAdministrator'`, except)})
    where not exists (${near})`
}
