import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { isOrganizedResult } from '#api/participation/results/storage.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'

/**
 * Lists the user ids of the drivers of an exam whom the caller organises, each once, by name, without cancelled
 * sign-ups and closed accounts; at most `limit`. `userIds` limits them to some people, null does not.
 */
export async function listDriverIds(
  { db, actor }: Ctx,
  examId: number,
  userIds: readonly number[] | null,
  limit: number,
): Promise<number[]> {
  const rows = await db.query
    .select({ userId: educationPartResults.userId })
    .from(educationPartResults)
    .innerJoin(users, eq(users.id, educationPartResults.userId))
    .where(
      and(
        eq(educationPartResults.practicalDriverExamId, examId),
        eq(educationPartResults.canceled, false),
        isNull(users.inactiveAt),
        userIds === null
          ? undefined
          : sql`${educationPartResults.userId} in (select value from json_each(${JSON.stringify(userIds)}))`,
        isOrganizedResult(actor),
      ),
    )
    .groupBy(educationPartResults.userId)
    .orderBy(users.nameKey, educationPartResults.userId)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}
