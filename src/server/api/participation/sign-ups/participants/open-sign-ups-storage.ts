import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'

/** Counts the sign-ups of an occasion that are neither cancelled nor completed; access is not checked here. */
export async function countOpenSignUps(db: Database, occasionId: number): Promise<number> {
  const [row] = await db.rows<{ openSignUps: number }>(sql`
    select count(*) as openSignUps from education_part_results
    where occasion_id = ${occasionId} and canceled = 0 and completed = 0`)
  return row?.openSignUps ?? 0
}
