import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { protectedAmong, recordProtectedReads } from '#api/people/reach/reads/record-reads.ts'
import { wholeUser } from '#api/people/reach/seen-user.ts'
import { sightOf } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import type { ExportedUser, UserExport } from './contract.ts'
import { chosenBy } from './filtered.ts'
import { type Chosen, type Listed, listUsersAfter } from './storage.ts'

const peoplePerAnswer = 2000

function narrowed(chosen: Chosen, userIds: readonly number[] | null | undefined): Chosen {
  if (!userIds) return chosen
  const among = sql`select distinct value from json_each(${JSON.stringify(userIds)})`
  return { ...chosen, among: [...chosen.among, among] }
}

function exported(ctx: Ctx, { user, state }: Listed): ExportedUser {
  const { pictureUrl: _, passwordExpiryDate: __, language: ___, ...kept } = wholeUser(ctx, user)
  return { ...kept, state }
}

/** The next people of a file. That somebody takes personal data out is on record once, at the beginning. */
export async function exportUsers(ctx: Ctx, { filter, userIds, after }: UserExport) {
  const chosen = narrowed(chosenBy(ctx, filter), userIds)
  const found = await listUsersAfter(ctx.db, chosen, sightOf(ctx.actor), after ?? null, peoplePerAnswer)
  if (!found.allowed) throw new Refused('not_allowed')
  if (!after)
    await ctx.db.commit([
      recordAudit(ctx, 'users.exported', { type: 'users', id: 'list' }, { filter, userIds, total: found.total }),
    ])
  await recordProtectedReads(ctx, protectedAmong(found.items.map(({ user }) => user)))
  const { total, next } = found
  return { items: found.items.map((one) => exported(ctx, one)), total, next }
}
