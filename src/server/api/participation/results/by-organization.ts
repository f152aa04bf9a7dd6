import { and, sql } from 'drizzle-orm'
import { userOrganizations } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'

const membershipsOf = (db: Database, userIds: readonly number[], organizationIds: readonly number[]) =>
  db.query
    .select({ organizationId: userOrganizations.organizationId, userId: userOrganizations.userId })
    .from(userOrganizations)
    .where(
      and(
        sql`${userOrganizations.userId} in (select value from json_each(${JSON.stringify(userIds)}))`,
        organizationIds.length > 0
          ? sql`${userOrganizations.organizationId} in (select value from json_each(${JSON.stringify(organizationIds)}))`
          : undefined,
      ),
    )

/**
 * Groups results by the ids of the organisations that their people are members of, only the given ones, or all when
 * none is given. A member of two clubs is in both groups; people without a membership are left out.
 */
export async function groupByOrganization<Result extends { userId: number }>(
  db: Database,
  results: readonly Result[],
  organizationIds: readonly number[],
): Promise<Record<string, Result[]>> {
  if (results.length === 0) return {}
  const memberships = await membershipsOf(db, [...new Set(results.map(({ userId }) => userId))], organizationIds)
  const grouped: Record<string, Result[]> = {}
  for (const { organizationId, userId } of memberships) {
    const own = results.filter((result) => result.userId === userId)
    grouped[organizationId] = [...(grouped[organizationId] ?? []), ...own]
  }
  return grouped
}
