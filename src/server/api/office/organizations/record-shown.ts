import type { Ctx } from '#api/context.ts'
import { findProtectedIds, recordProtectedReads, recordReads } from '#api/people/reach/reads/record-reads.ts'
import type { MemberRow } from './members-storage.ts'

/**
 * Records that the caller has read the rows of these members, as `recordReads` and `recordProtectedReads` do, in
 * commits of their own.
 */
export async function recordShown(ctx: Ctx, members: readonly MemberRow[]): Promise<void> {
  await recordReads(ctx, members)
  await recordProtectedReads(ctx, findProtectedIds(members))
}
