import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'

const peopleAtMost = 50

/** Those whose user name or number it is, or whose name begins so. */
export async function findPeople(db: Database, who: string): Promise<number[]> {
  const beginning = `${who.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db.rows<{ id: number }>(sql`
    select id from users
    where user_name = ${who} collate nocase or cast(id as text) = ${who}
      or first_name || ' ' || last_name like ${beginning} escape '\\'
    limit ${peopleAtMost}`)
  return rows.map(({ id }) => id)
}
