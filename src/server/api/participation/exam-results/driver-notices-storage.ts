import { and, eq, sql } from 'drizzle-orm'
import { noticesView } from '#api/foundation/notices/views.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'

/**
 * Lists up to 40 drivers and accompanying guardians of a practical driver exam, in no order. They have no notice of the
 * kind `news` about it since `at` (ISO text). For `examCanceled` they are those of the results that were cancelled at
 * `at`, otherwise those of live results. `drivers` is a JSON array of the drivers' names, empty for a protected
 * identity.
 */
export const listUnnotifiedDrivers = (
  db: Database,
  { examId, at, news }: { examId: number; at: string; news: string },
) =>
  db.query
    .select({
      userId: users.id,
      firstName: users.firstName,
      email: users.email,
      language: users.language,
      drives: sql<0 | 1>`max(${users.id} = ${educationPartResults.userId})`.as('drives'),
      // Empty for a protected identity.
      drivers:
        sql<string>`json_group_array((select case when driver.protected_at is null then driver.first_name || ' ' || driver.last_name
        else '' end from ${peopleView} driver where driver.id = ${educationPartResults.userId}))`.as('drivers'),
    })
    .from(educationPartResults)
    .innerJoin(users, sql`users.id in (education_part_results.user_id, education_part_results.guardian_user_id)`)
    .where(
      and(
        eq(educationPartResults.practicalDriverExamId, examId),
        news === 'examCanceled'
          ? sql`${educationPartResults.canceled} = 1 and ${educationPartResults.changedAt} = ${at}`
          : sql`${educationPartResults.canceled} = 0`,
        sql`not exists (select 1 from ${noticesView} n where n.user_id = ${users.id} and n.kind = ${news}
          and n.created_at >= ${at} and n.path like ${`%?exam=${examId}`})`,
      ),
    )
    .groupBy(users.id)
    .limit(40)
