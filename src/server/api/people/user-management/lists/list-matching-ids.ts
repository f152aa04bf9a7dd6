import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { requireExpectedCount } from '#api/expected-count.ts'
import { selectListPage } from '#api/people/reach/list-page.ts'
import { Refused } from '#api/refusals.ts'
import type { MatchingUsers } from './contract.ts'
import { selectPeople } from './list-people.ts'
import { maxMatchingUsers } from './rules.ts'

/**
 * Lists the ids of the people whom a filter of the list selects at this moment in the caller's scope, in no order.
 * Inactive people are included as the list includes them. Records no reads: nothing of them is shown.
 *
 * @throws Refused('not_allowed') when the caller may not list these people.
 * @throws Refused('selection_changed') when the filter selects another number than the caller saw.
 */
export async function listMatchingUserIds(ctx: Ctx, { filter, expectedCount }: MatchingUsers): Promise<number[]> {
  const { allowed, ...selection } = selectPeople(ctx, filter)
  const page = selectListPage(
    'users',
    selection,
    { order: sql`users.name_key, users.id`, limit: maxMatchingUsers, offset: 0 },
    allowed,
  )
  const [row] = await ctx.db.rows<{ total: number; allowed: number; ids: string }>(sql`select * from ${page} as found`)
  if (row?.allowed !== 1) throw new Refused('not_allowed')
  requireExpectedCount(row.total, expectedCount)
  return JSON.parse(row.ids) as number[]
}
