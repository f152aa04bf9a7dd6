import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { organizations } from './table.ts'

/**
 * Returns the statement that sets the `path` (ids from the root to itself) of every organisation from the parents.
 * Writes only rows that change, and keeps their versions.
 */
export const setPaths = ({ query }: Pick<Database, 'query'>): Statement =>
  query
    .update(organizations)
    .set({ path: sql`t.path` })
    .from(
      sql`(with recursive tree (id, path) as (
        select id, '/' || id || '/' from organizations where parent_id is null
        union all
        select o.id, tree.path || o.id || '/' from organizations o join tree on o.parent_id = tree.id
      ) select id, path from tree) t`,
    )
    .where(sql`t.id = organizations.id and organizations.path <> t.path`)

/**
 * Returns the statement that makes the oldest active federation the main organisation when there is none. The version
 * stays.
 */
export const setMainIfMissing = ({ query }: Pick<Database, 'query'>): Statement =>
  query
    .update(organizations)
    .set({ isMain: true })
    .where(
      sql`not exists (select 1 from organizations where is_main = 1)
        and id = (select min(id) from organizations where type = 0 and active = 1)`,
    )
