import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'

const maxPeople = 50

/** Lists the ids of people whose user name or id equals the text, or whose name begins with it; at most 50. */
export async function findPeople(db: Database, who: string): Promise<number[]> {
  const beginning = `${who.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db.rows<{ id: number }>(sql`
    select id from users
    where user_name = ${who} collate nocase or cast(id as text) = ${who}
      or first_name || ' ' || last_name like ${beginning} escape '\\'
    limit ${maxPeople}`)
  return rows.map(({ id }) => id)
}
