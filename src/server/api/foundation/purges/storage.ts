import { eq, type SQL, sql } from 'drizzle-orm'
import type { Tag } from '#api/calls.ts'
import type { Database } from '#platform/database.ts'
import { purges } from './table.ts'

/** As a column of the question that every signed-in request asks. */
export const purgedVersions: SQL<string> = sql`(select ${purges.versions} from ${purges})`

/** Every answer with one of these tags that was kept before is from now on of an earlier version; tells all versions. */
export async function markPurged(db: Database, tags: readonly Tag[]): Promise<string> {
  const versions = Object.fromEntries(tags.map((tag) => [tag, crypto.randomUUID().slice(0, 8)]))
  const [row] = await db.query
    .update(purges)
    .set({ versions: sql`json_patch(${purges.versions}, ${JSON.stringify(versions)})` })
    .where(eq(purges.id, 1))
    .returning({ versions: purges.versions })
  return row?.versions ?? '{}'
}
