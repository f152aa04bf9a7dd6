import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import { removeGuardians } from '#api/participation/results/write-storage.ts'
import { insertChange, withdrawPending } from '#api/people/email-changes/storage.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { toUser } from '#api/people/reach/to-user.ts'
import type { User } from '#api/people/users/contract.ts'
import { hideIdentity, restoreIdentity } from '#api/people/users/protection-storage.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import type { Protection } from './contract.ts'
import { hideCopies } from './hide-copies.ts'

/** Inserts a confirmed e-mail change, so that the restored address counts as confirmed and allows password resets. */
const confirmAddress = ({ db, actor, now, newId }: Ctx, { id, email }: FoundUser): Statement[] => {
  if (email === null) return []
  const times = { createdAt: now, expiresAt: now, confirmedAt: now, restLiftedAt: now }
  const unset = { previousEmail: null, tokenHash: null, withdrawnAt: null, objectedAt: null }
  return [insertChange(db, { id: newId(), userId: id, email, requestedByUserId: actor.id, ...times, ...unset })]
}

/** Protects a person's identity, or ends the protection. Idempotent. */
export async function protectPerson(ctx: Ctx, userId: number, protection: Protection): Promise<User> {
  const person = await getUser(ctx, userId)
  if ((person.protectedAt !== null) === protection.protected) return toUser(ctx, person)
  const target = { type: 'user', id: userId } as const
  if (protection.protected) {
    await commitOrRefuse(ctx, [
      // Its mails and notices contain the person's name.
      withdrawPending(ctx.db, userId, ctx.now),
      ...hideCopies(ctx, person),
      removeGuardians(ctx.db, userId, ctx.now),
      ...hideIdentity(ctx, userId),
      recordAudit(ctx, 'user.protected', target, { reason: protection.reason }),
    ])
    // The picture and the report files are not restored later: they are deleted.
    await releaseFilesSoon(ctx)
  } else {
    await commitOrRefuse(ctx, [
      ...confirmAddress(ctx, person),
      ...restoreIdentity(ctx, userId),
      recordAudit(ctx, 'user.unprotected', target),
    ])
  }
  return toUser(ctx, await getUser(ctx, userId))
}
