import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import { users } from './table.ts'

/**
 * Returns for the e-mail address and the user name whether somebody has it, in any case of letters. Also counts people
 * with a protected identity.
 */
export async function findTakenFields(db: Database, { email, userName }: { email: string; userName: string }) {
  const [row] = await db.query
    .select({
      email: sql<number>`(exists (select 1 from ${users} where lower(${users.email}) = lower(${email}))
        or exists (select 1 from protected_identities hidden_owner where lower(hidden_owner.email) = lower(${email})))`,
      userName: sql<number>`exists (select 1 from ${users} where lower(${users.userName}) = lower(${userName}))`,
    })
    .from(sql`(select 1)`)
  return { email: row?.email === 1, userName: row?.userName === 1 }
}
