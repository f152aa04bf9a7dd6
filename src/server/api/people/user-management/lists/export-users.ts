import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { recordReadsOfList } from '#api/people/reach/reads/record-reads.ts'
import { toUser } from '#api/people/reach/to-user.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import type { ExportedUser, UserExport } from './contract.ts'
import { selectPeople } from './list-people.ts'
import { type ListedPerson, listUsersAfter, type PeopleSelection } from './storage.ts'

const maxPeople = 2000

function limitTo(selection: PeopleSelection, userIds: readonly number[] | null | undefined): PeopleSelection {
  if (!userIds) return selection
  const among = sql`select distinct value from json_each(${JSON.stringify(userIds)})`
  return { ...selection, idSets: [...selection.idSets, among] }
}

function toExportedUser(ctx: Ctx, { user, state }: ListedPerson): ExportedUser {
  const { pictureUrl: _, passwordExpiryDate: __, language: ___, ...fields } = toUser(ctx, user)
  return { ...fields, state }
}

/**
 * Returns the next 2,000 people of an export as `items`, by name, after the cursor `after`. `next` is the cursor of
 * the rest, null at the end. The filter selects them; `userIds` limits them to some people.
 *
 * Leaves out people whom the caller may not see, erased ones and, except for superadministrators, protected
 * identities, also when `userIds` names them. With the first people it returns `total`, otherwise null, and records
 * the export in the audit log. It records the reads of minors and protected identities of every portion.
 *
 * @throws Refused('not_allowed') when the caller may not list the people of the education or occasion of the filter.
 */
export async function exportUsers(ctx: Ctx, { filter, userIds, after }: UserExport) {
  const selection = limitTo(selectPeople(ctx, filter), userIds)
  const page = await listUsersAfter(ctx.db, selection, toSight(ctx.actor), after ?? null, maxPeople)
  if (!page.allowed) throw new Refused('not_allowed')
  if (!after)
    await ctx.db.commit([
      recordAudit(ctx, 'users.exported', { type: 'users', id: 'list' }, { filter, userIds, total: page.total }),
    ])
  await recordReadsOfList(
    ctx,
    page.items.map(({ user }) => user),
  )
  const { total, next } = page
  return { items: page.items.map((person) => toExportedUser(ctx, person)), total, next }
}
