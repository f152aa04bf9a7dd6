import { eq, type SQL, sql } from 'drizzle-orm'
import type { CacheTag } from '#api/calls.ts'
import type { Database } from '#platform/database.ts'
import { purges } from './table.ts'

/** SQL column of the versions, read with the session of every signed-in request. */
export const purgedVersions: SQL<string> = sql`(select ${purges.versions} from ${purges})`

/** Next version of a tag: the time, or the previous version plus one when clocks differ. */
const nextVersion = (path: string, now: number): SQL =>
  sql`max(coalesce(cast(${purges.versions} ->> ${path} as integer), 0) + 1, ${now})`

/**
 * Gives each cache tag a later version than before, at once. Returns the versions of all tags as JSON, also of tags not
 * given; `now` is in epoch milliseconds. An empty list changes nothing.
 */
export async function markPurged(db: Database, tags: readonly CacheTag[], now: number): Promise<string> {
  const versions = tags.flatMap((tag) => [sql`${`$.${tag}`}`, nextVersion(`$.${tag}`, now)])
  const [row] = await db.query
    .update(purges)
    .set({ versions: sql`json_set(${sql.join([purges.versions, ...versions], sql`, `)})` })
    .where(eq(purges.id, 1))
    .returning({ versions: purges.versions })
  return row?.versions ?? '{}'
}
