import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { selectParticipations } from '#api/office/participations/participations.ts'
import type { OverviewQuery, ParticipationQuery } from './contract.ts'
import { buildConditions } from './participations-storage.ts'
import { monthBounds, parseScope, selectEducations } from './show-overview.ts'

/** Filter of the people behind a figure across educations. */
export type ParticipationPeopleQuery = OverviewQuery &
  Partial<Pick<ParticipationQuery, 'month' | 'educationId' | 'clubId' | 'under25'>> & {
    /** Null: everybody who is counted in any figure. */
    state: ParticipationQuery['state'] | null
  }

/**
 * Lists the ids of the people of the overview's participations that match a query, by id, at most `limit`; `userIds`
 * limits them to some people. Each person is listed once. Checks no access: the overview is for superadministrators.
 */
export async function listParticipationPeople(
  ctx: Ctx,
  { month, state, under25 = false, ...query }: ParticipationPeopleQuery,
  userIds: readonly number[] | null,
  limit: number,
): Promise<number[]> {
  const slice = parseScope(ctx, query, selectEducations(query))
  const filter = { state, under25, clubId: query.clubId, month: month ? monthBounds(month) : null }
  const among = userIds
    ? sql`and participation.user_id in (select value from json_each(${JSON.stringify(userIds)}))`
    : sql``
  const rows = await ctx.db.rows<{ id: number }>(sql`
    select distinct participation.user_id as id from (${selectParticipations(slice)}) participation
    where ${buildConditions(filter)} ${among} order by participation.user_id limit ${limit}`)
  return rows.map(({ id }) => id)
}
