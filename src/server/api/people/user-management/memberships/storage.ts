import { eq, inArray, sql } from 'drizzle-orm'
import { organizations } from '#api/people/organizations/table.ts'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import type { MembershipOrganization } from '#api/people/users/rules.ts'
import { userOrganizations } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'

const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/**
 * Lists the ids of the organisations that a person is a member of, in no order. An external person's rows from the
 * register are listed too, although `FoundUser.organizations` leaves them out: they are to be removed, and are shown
 * nowhere.
 */
export async function listMemberships(db: Database, userId: number): Promise<number[]> {
  const rows = await db.query
    .select({ id: userOrganizations.organizationId })
    .from(userOrganizations)
    .where(eq(userOrganizations.userId, userId))
  return rows.map(({ id }) => id)
}

/**
 * Lists those of the organisations that exist, inactive ones too, in no order; unknown ids are left out. `roots` are
 * the root organisations of the caller's branch; null for the whole federation. `isOwn` says which are in it.
 */
export async function listMembershipOrganizations(
  db: Database,
  ids: readonly number[],
  roots: number[] | null,
): Promise<MembershipOrganization[]> {
  const isOwn = roots === null ? sql<number>`1` : sql<number>`${organizations.id} in ${selectBranchIds(roots)}`
  const rows = await db.query
    .select({ id: organizations.id, active: organizations.active, isOwn: isOwn.as('is_own') })
    .from(organizations)
    .where(inArray(organizations.id, among(ids)))
  return rows.map(({ id, active, isOwn: own }) => ({ id, active, isOwn: own === 1 }))
}
