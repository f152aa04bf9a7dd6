import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { organizations } from '../../organizations/table.ts'
import type { Place } from '../rules.ts'
import { userOrganizations } from '../table.ts'
import { branchOf } from '../within-reach.ts'

const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Also what an external user still has in the register, which is shown to nobody. */
export async function listMemberships(db: Database, userId: number): Promise<number[]> {
  const rows = await db.query
    .select({ id: userOrganizations.organizationId })
    .from(userOrganizations)
    .where(eq(userOrganizations.userId, userId))
  return rows.map(({ id }) => id)
}

/** The organisations that exist of these; `roots` are the heads of the caller's branch, null the whole federation. */
export async function listPlaces(db: Database, ids: readonly number[], roots: number[] | null): Promise<Place[]> {
  const isOwn = roots === null ? sql<number>`1` : sql<number>`${organizations.id} in ${branchOf(roots)}`
  const rows = await db.query
    .select({ id: organizations.id, active: organizations.active, isOwn: isOwn.as('is_own') })
    .from(organizations)
    .where(inArray(organizations.id, among(ids)))
  return rows.map(({ id, active, isOwn: own }) => ({ id, active, isOwn: own === 1 }))
}

/** The first membership of somebody is the main one, until the register says otherwise. */
export const insertMemberships = (db: Database, userId: number, ids: readonly number[]): Statement =>
  insertFrom(
    db.query,
    userOrganizations,
    {
      userId,
      organizationId: sql`o.value`,
      isPrimary: sql`o.key = 0 and not exists (
          select 1 from user_organizations m where m.user_id = ${userId} and m.is_primary = 1)`,
    },
    sql`from json_each(${JSON.stringify(ids)}) o
        where exists (select 1 from organizations place where place.id = o.value)`,
  ).onConflictDoNothing()

export const removeMemberships = (db: Database, userId: number, ids: readonly number[]): Statement =>
  db.query
    .delete(userOrganizations)
    .where(and(eq(userOrganizations.userId, userId), inArray(userOrganizations.organizationId, among(ids))))
