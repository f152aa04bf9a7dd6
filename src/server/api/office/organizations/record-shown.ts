import type { Ctx } from '#api/context.ts'
import { findProtectedIds, recordProtectedReads, recordReads } from '#api/people/reach/reads/record-reads.ts'
import type { MemberRow } from './members-storage.ts'

/**
 * Records in the audit log that the caller has read the rows of these members: of minors once a day, of protected
 * identities each time. Each kind is a commit of its own, as `recordReads` and `recordProtectedReads` say.
 */
export async function recordShown(ctx: Ctx, members: readonly MemberRow[]): Promise<void> {
  await recordReads(ctx, members)
  await recordProtectedReads(ctx, findProtectedIds(members))
}
