import { sql } from 'drizzle-orm'
import { callerGroups } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { type AnyFilter, selectPeople } from './list-people.ts'
import { type ExportCursor, listUsersAfter } from './storage.ts'

const maxPeoplePerRead = 2000

/**
 * Lists the ids of the active people in the caller's list of users that match a filter, by name, at most `limit`;
 * `userIds` limits them to some people, null does not. None for a filter of inactive people. Records no reads: the
 * caller shows nothing of them.
 *
 * @throws Refused('not_allowed') when the caller has no list of users and the filter names no education or occasion, or
 * the caller may not list these people.
 */
export async function listPeopleIds(
  ctx: Ctx,
  filter: AnyFilter,
  userIds: readonly number[] | null,
  limit: number,
): Promise<number[]> {
  const isOfPlace = 'educationId' in filter || 'occasionId' in filter
  if (!isOfPlace && !callerGroups.usersOffice(ctx.actor)) throw new Refused('not_allowed')
  if (filter.inactive) return []
  const selection = selectPeople(ctx, { ...filter, inactive: false })
  const among = userIds ? [sql`select distinct value from json_each(${JSON.stringify(userIds)})`] : []
  const people = { ...selection, idSets: [...selection.idSets, ...among] }
  const ids: number[] = []
  let after: ExportCursor | null = null
  do {
    const page: Awaited<ReturnType<typeof listUsersAfter>> = await listUsersAfter(
      ctx.db,
      people,
      toSight(ctx.actor),
      after,
      maxPeoplePerRead,
    )
    if (!page.allowed) throw new Refused('not_allowed')
    ids.push(...page.items.map(({ user }) => user.id))
    after = page.next
  } while (after && ids.length < limit)
  return ids.slice(0, limit)
}
