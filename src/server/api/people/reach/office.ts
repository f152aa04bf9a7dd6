import { type SQL, sql } from 'drizzle-orm'
import { isUnprotected } from '#api/people/reach/branches.ts'

/**
 * SQL condition: the organisation list of a role holder includes something, which `within` relates to a root of the
 * list. An administrator without a list administers everybody.
 */
const reaches = (within: (rootId: SQL) => SQL) => sql`case
  when exists (select 1 from role_extensions x
    where x.user_id = held.user_id and x.role = held.role and x.kind = 'Organization')
  then exists (select 1 from role_extensions x
    where x.user_id = held.user_id and x.role = held.role and x.kind = 'Organization'
      and ${within(sql`x.reference_id`)})
  when held.role = 'Administrator' then true
  else exists (select 1 from user_organizations m
    where m.user_id = held.user_id and ${within(sql`m.organization_id`)}) end`

/** Relates a person to a root: the person is a member of its branch. */
const isMemberBelow = (userId: number) => (rootId: SQL) =>
  sql`exists (select 1 from branch_members reached_member where reached_member.root_id = ${rootId} and reached_member.user_id = ${userId})`

/** Relates an organisation to a root: it is the root, or below it. Paths end with a slash; `:` sorts after it. */
const isBelow = (organizationId: number) => (rootId: SQL) =>
  sql`exists (select 1 from organizations reaching_root join organizations reached on reached.id = ${organizationId}
    where reaching_root.id = ${rootId} and reached.path >= reaching_root.path and reached.path < reaching_root.path || ':')`

const active = (role: SQL, except: string) => sql`
  select distinct held.user_id as id from user_roles held join users officer on officer.id = held.user_id
  where ${role} and officer.inactive_at is null
    and held.user_id not in (select value from json_each(${except}))`

function nearOrSuper(isNear: SQL, except: string): SQL {
  const near = active(sql`held.role in ('Administrator', 'OrganizationAdmin') and ${isNear}`, except)
  return sql`select id from (${near}) union select id from (${active(sql`held.role = 'SuperAdministrator'`, except)})
    where not exists (${near})`
}

/**
 * SQL query for the ids, as `id`, of a person's office: the active administrators and organisation administrators whose
 * branch the person is in. An administrator without a list of organisations is everybody's, also of people without a
 * club. Returns the superadministrators when there are none, and for a person with a protected identity. Never includes
 * the person and `exceptId`.
 */
export function selectOfficeIds(userId: number, exceptId: number): SQL {
  const except = JSON.stringify([userId, exceptId])
  const isNear = sql`${isUnprotected(userId)} and ${reaches(isMemberBelow(userId))}`
  return nearOrSuper(isNear, except)
}

/**
 * SQL query for the ids, as `id`, of an organisation's office. It is the active administrators and organisation
 * administrators whose branch it is in, and administrators without a list. Returns the superadministrators when there
 * are none. Never includes `exceptId`.
 */
export const selectOrganizationOfficeIds = (organizationId: number, exceptId: number): SQL =>
  nearOrSuper(reaches(isBelow(organizationId)), JSON.stringify([exceptId]))

/** SQL query for the ids, as `id`, of the active superadministrators. */
export const selectSuperadministratorIds = (): SQL => active(sql`held.role = 'SuperAdministrator'`, '[]')
