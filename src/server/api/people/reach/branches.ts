import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import type { IndexedSet } from './list-page.ts'

/** A user id, or the column that holds it. */
export type PersonId = number | SQL

const asList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/**
 * SQL condition: `o` is one of the organisations or below one of them. Paths consist of digits and slashes and end with
 * a slash; `:` sorts after all of these.
 */
const below = (organizationIds: readonly number[]) =>
  sql`root.id in ${asList(organizationIds)} and o.path >= root.path and o.path < root.path || ':'`

/**
 * SQL query, in brackets, for the ids of the organisations and of all below them in the tree, in no order; of none for
 * an empty list. Starts from the root organisations, so that the index on paths is used.
 */
export const selectBranchIds = (organizationIds: readonly number[]): SQL =>
  sql`(select o.id from organizations root cross join organizations o where ${below(organizationIds)})`

/**
 * SQL condition: a person is a member of one of the organisations, or of one below it in the tree. False for an empty
 * list.
 */
export const isInBranch = (userId: PersonId, organizationIds: readonly number[]): SQL => sql`exists (
  select 1 from branch_members branch_member
  where branch_member.user_id = ${userId} and branch_member.root_id in ${asList(organizationIds)}
)`

/**
 * SQL expression for the organisations of a person that are outside the branches, as a JSON array of ids. They are
 * those of memberships and of lists of roles. Null is the whole federation, with nothing outside; unknown ids are left
 * out.
 */
export const selectOrganizationsBeyond = (userId: PersonId, roots: readonly number[] | null): SQL =>
  roots === null
    ? sql`'[]'`
    : sql`(select json_group_array(beyond_o.id) from organizations beyond_o
        where beyond_o.id in (
          select beyond_member.organization_id from user_organizations beyond_member where beyond_member.user_id = ${userId}
          union select beyond_list.reference_id from role_extensions beyond_list
          where beyond_list.user_id = ${userId} and beyond_list.kind = 'Organization')
        and beyond_o.id not in ${selectBranchIds(roots)})`

/** SQL condition: a person has no protected identity. */
export const isUnprotected = (userId: PersonId): SQL => sql`not exists (
  select 1 from protected_identities hidden_identity where hidden_identity.user_id = ${userId})`

/**
 * Returns the members of the organisations and of those below them as an indexed set. It has an SQL condition on an id,
 * and an SQL query for the ids, which a list can start from. Each person is in it once.
 */
export function selectBranchMembers(organizationIds: readonly number[]): IndexedSet {
  // A person can belong to several of the branches and is listed once.
  const each = organizationIds.length > 1 ? sql`distinct ` : sql``
  return {
    ids: sql`select ${each}user_id from branch_members where root_id in ${asList(organizationIds)}`,
    contains: (id) => isInBranch(id, organizationIds),
  }
}

/**
 * SQL condition: an educator's own list of organisations, with those below them, includes a person. True for an
 * educator without a list, and for an actor who is no educator.
 */
export function isInEducatorScope(actor: Actor, userId: PersonId): SQL {
  const organizationIds = actor.roles.Educator?.Organization ?? []
  return organizationIds.length > 0 ? isInBranch(userId, organizationIds) : sql`true`
}
