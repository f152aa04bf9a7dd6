import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import type { Standing } from '#platform/chosen-page.ts'

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

/** The person has no protected identity. */
export const isUnprotected = (userId: PersonId): SQL => sql`not exists (
  select 1 from protected_identities hidden_identity where hidden_identity.user_id = ${userId})`

/** Everybody of whom that is so: what drives a list of them. */
export function membersOf(organizationIds: readonly number[]): Standing {
  // A person below one root is listed once.
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
