import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { userOrganizations } from './table.ts'

const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/**
 * Returns the statement that adds a person's memberships in those of the organisations that exist; a present one stays
 * as it is. The first of `ids` becomes primary when the person has no primary one, until the register says otherwise.
 * The commit fails as `identity_protected` for a person with a protected identity.
 */
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

/**
 * Returns the statement that removes a person's memberships in the organisations; others stay, and no other becomes
 * primary. Organisations without a membership are ignored.
 */
export const removeMemberships = (db: Database, userId: number, ids: readonly number[]): Statement =>
  db.query
    .delete(userOrganizations)
    .where(and(eq(userOrganizations.userId, userId), inArray(userOrganizations.organizationId, among(ids))))
