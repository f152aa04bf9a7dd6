import { sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { administers } from '#api/people/reach/within-reach.ts'
import { extensionsOfRoles, rolesOfPeople } from '#api/people/roles/views.ts'
import { users } from '#api/people/users/table.ts'
import { membershipsOfPeople } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import { isListedMember } from './access-storage.ts'
import type { OrganizationOffice } from './contract.ts'

type Type = OrganizationOffice['type']

/** SQL: ids of an organisation's ancestors and its own, from the digits of its path. */
const ancestorsOf = (path: string) =>
  sql`(select value from json_each('[' || replace(trim(${sql.raw(path)}, '/'), '/', ',') || ']'))`

/**
 * Lists the ancestors of an organisation, the root of the tree first; without the organisation itself. Inactive ones
 * count too; empty for an unknown id.
 */
export const listAncestors = ({ query }: Database, id: number) =>
  query
    .select({
      id: sql<number>`above.id`.as('above_id'),
      name: sql<string>`above.name`.as('above_name'),
      type: sql<Type>`above.type`.as('above_type'),
    })
    .from(sql`${organizationsView} own join ${organizationsView} above on above.id in ${ancestorsOf('own.path')}`)
    .where(sql`own.id = ${id} and above.id <> own.id`)
    .orderBy(sql`length(above.path)`)

/**
 * Finds the e-mail address that an organisation's invoices are sent to: one row, whose value is null without one. No
 * row for an unknown id; access is not checked here.
 */
export const findInvoiceEmail = ({ query }: Database, id: number) =>
  query
    .select({ invoiceEmail: sql<string | null>`invoiced.invoice_email`.as('invoice_email') })
    .from(sql`${organizationsView} invoiced`)
    .where(sql`invoiced.id = ${id}`)

/**
 * Lists the active organisations directly below one, by name, with the numbers of their own members. Members with a
 * closed account, and those whom the actor does not administer, do not count.
 */
export const listChildren = ({ query }: Database, actor: Actor, id: number) =>
  query
    .select({
      id: sql<number>`child.id`.as('child_id'),
      name: sql<string>`child.name`.as('child_name'),
      type: sql<Type>`child.type`.as('child_type'),
      memberCount: sql<number>`(select count(*) from ${membershipsOfPeople} held
        join ${users} on users.id = held.user_id
        where held.organization_id = child.id and users.inactive_at is null and users.erased_at is null
          and ${administers(actor, sql`users.id`)})`.as('child_members'),
    })
    .from(sql`${organizationsView} child`)
    .where(sql`child.parent_id = ${id} and child.active = 1`)
    .orderBy(sql`child.name_key`, sql`child.id`)

/**
 * Counts the members of an organisation itself with an open account whom the actor administers. Protected identities do
 * not count, except for superadministrators.
 */
export const countMembers = ({ query }: Database, actor: Actor, id: number) =>
  query
    .select({ count: sql<number>`count(*)`.as('member_count') })
    .from(users)
    .where(isListedMember(actor, id))

/**
 * SQL condition on a row `held` of `rolesOfPeople`: the role is limited to a branch that has the organisation. An
 * organisation administrator without a list is limited to their own clubs.
 */
const isLimitedToBranchOf = (id: number) => sql`exists (
  select 1 from ${organizationsView} own where own.id = ${id} and (
    exists (select 1 from ${extensionsOfRoles} limited where limited.user_id = held.user_id and limited.role = held.role
      and limited.kind = 'Organization' and limited.reference_id in ${ancestorsOf('own.path')})
    or (held.role = 'OrganizationAdmin'
      and not exists (select 1 from ${extensionsOfRoles} listed where listed.user_id = held.user_id
        and listed.role = held.role and listed.kind = 'Organization')
      and exists (select 1 from ${membershipsOfPeople} belonging where belonging.user_id = held.user_id
        and belonging.organization_id in ${ancestorsOf('own.path')}))))`

/**
 * Lists the people with an open account whose role as administrator is limited to a branch that has the organisation,
 * by name. E-mail address and phone are null for people whom the actor does not administer. Leaves out protected
 * identities.
 */
export async function listAdministrators({ query }: Database, actor: Actor, id: number) {
  const rows = await query
    .select({
      id: users.id,
      name: sql<string>`users.first_name || ' ' || users.last_name`.as('administrator_name'),
      email: users.email,
      phone: users.phone,
      isAdministered: sql<number>`${administers(actor, sql`users.id`)}`.as('is_administered'),
    })
    .from(users)
    .where(
      sql`users.inactive_at is null and users.erased_at is null and users.protected_at is null and users.id in (
        select held.user_id from ${rolesOfPeople} held
        where held.role in ('OrganizationAdmin', 'Administrator') and ${isLimitedToBranchOf(id)})`,
    )
    .orderBy(users.nameKey, users.id)
  return rows.map(({ isAdministered, email, phone, ...person }) => ({
    ...person,
    email: isAdministered === 1 ? email : null,
    phone: isAdministered === 1 ? phone : null,
    administered: isAdministered === 1,
  }))
}
