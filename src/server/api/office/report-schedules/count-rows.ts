import { isAdministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { listOrganizedOccasions } from '#api/office/worklist/list-organized.ts'
import { searchCycles } from '#api/participation/licenses/held/search-storage.ts'
import { readReviewPage } from '#api/participation/submissions/review/storage.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import { selectPeople } from '#api/people/user-management/lists/list-people.ts'
import { listUsers } from '#api/people/user-management/lists/storage.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { parseLicenseFilter, parseOccasionFilter, parseSubmissionFilter, parseUserFilter } from './parse-filters.ts'
import type { ScheduledView } from './storage.ts'

async function countPeople(ctx: Ctx, query: URLSearchParams): Promise<number | null> {
  const { db, actor } = ctx
  const people = selectPeople(ctx, parseUserFilter(query, isAdministrator(actor)))
  const order = { sort: 'name', descending: false } as const
  const { total, allowed } = await listUsers(db, people, toSight(actor), { page: 1, pageSize: 1, ...order })
  return allowed ? total : 0
}

const counts: Partial<Record<ScheduledView['list'], (ctx: Ctx, query: URLSearchParams) => Promise<number | null>>> = {
  users: countPeople,
  occasions: async ({ db, actor, now }, query) =>
    (await listOrganizedOccasions(db, actor, parseOccasionFilter(query, toPortalDay(now)))).total,
  submissions: async ({ db, actor }, query) =>
    (await readReviewPage(db, actor, parseSubmissionFilter(query, actor.id))).total,
  licenseHolders: async ({ db, now }, query) =>
    (await searchCycles(db, parseLicenseFilter(query), toPortalDay(now))).total,
}

/**
 * Counts the rows that a saved view shows to the caller now; null for a list that has no such number. 0 when the view
 * names an education or occasion that the caller may not list. Records no reads, since nothing but the number leaves.
 * Whether the person may open the list is checked before.
 */
export async function countRows(ctx: Ctx, { list, query }: ScheduledView): Promise<number | null> {
  try {
    return (await counts[list]?.(ctx, new URLSearchParams(query))) ?? null
  } catch (error) {
    // The view names an education or an occasion that the person may not list.
    if (error instanceof Refused) return 0
    throw error
  }
}
