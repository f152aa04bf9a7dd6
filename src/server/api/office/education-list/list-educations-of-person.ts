import { desc, sql } from 'drizzle-orm'
import { educationFactColumns, toEducationFacts } from '#api/catalogue/educations/storage.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { educationResultsView } from '#api/participation/results/views.ts'
import type { Database } from '#platform/database.ts'
import type { EducationOfPerson } from './contract.ts'

const latestResult = (userId: number) => sql<string>`(
  select json_object('completed', r.completed, 'completedAt', r.completed_at, 'signedUpAt', r.signed_up_at)
  from ${educationResultsView} r where r.user_id = ${userId} and r.education_id = educations.id
  order by r.completed desc, r.changed_at desc limit 1
)`

const lastChangeAt = (userId: number) =>
  sql`(select max(r.changed_at) from ${educationResultsView} r where r.user_id = ${userId} and r.education_id = educations.id)`

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

/**
 * Lists the educations in which a person has a result of the whole education, latest change first, at most 500;
 * unpublished and archived ones too. Each shows its latest result, but a completed one takes precedence. Checks no
 * access.
 */
export async function listEducationsOfPerson(db: Database, userId: number): Promise<EducationOfPerson[]> {
  const rows = await db.query
    .select({ ...educationFactColumns, result: latestResult(userId).as('latest_result') })
    .from(educations)
    .where(sql`educations.id in (select education_id from ${educationResultsView} where user_id = ${userId})`)
    .orderBy(desc(lastChangeAt(userId)), educations.titleKey)
    .limit(500)
  return rows.map((row) => {
    const result = JSON.parse(row.result) as {
      completed: number
      completedAt: string | null
      signedUpAt: string | null
    }
    return {
      ...toEducationFacts(row),
      completed: result.completed === 1,
      completedDate: dateOf(result.completedAt),
      signUpDate: dateOf(result.signedUpAt),
    }
  })
}
