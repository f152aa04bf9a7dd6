import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { replaceInNotices } from '#api/foundation/notices/storage.ts'
import { commitOrRefuse } from '#api/participation/results/write.ts'
import { releaseGuardians } from '#api/participation/results/write-storage.ts'
import { insertChange, withdrawPending } from '#api/people/email-changes/storage.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { wholeUser } from '#api/people/reach/seen-user.ts'
import type { User } from '#api/people/users/contract.ts'
import { hideIdentity, maskedName, showIdentity } from '#api/people/users/protection-storage.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'

const nameOf = ({ firstName, lastName }: Pick<FoundUser, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

/** The address was confirmed before it was put away, and its return does not keep the password from being reset. */
const addressConfirmed = ({ db, actor, now, newId }: Ctx, { id, email }: FoundUser): Statement[] => {
  if (email === null) return []
  const moments = { createdAt: now, expiresAt: now, confirmedAt: now, restLiftedAt: now }
  const nothing = { previousEmail: null, tokenHash: null, withdrawnAt: null, objectedAt: null }
  return [insertChange(db, { id: newId(), userId: id, email, requestedByUserId: actor.id, ...moments, ...nothing })]
}

/** Protects a person's identity, or ends the protection; repeating it changes nothing. */
export async function protectPerson(ctx: Ctx, userId: number, isProtected: boolean): Promise<User> {
  const person = await getUser(ctx, userId)
  if ((person.protectedAt !== null) === isProtected) return wholeUser(ctx, person)
  const target = { type: 'user', id: userId } as const
  if (isProtected) {
    await commitOrRefuse(ctx, [
      // Its letters and notices name the person.
      withdrawPending(ctx.db, userId, ctx.now),
      releaseGuardians(ctx.db, userId, ctx.now),
      ...hideIdentity(ctx, userId),
      replaceInNotices(ctx.db, userId, nameOf(person), nameOf(maskedName)),
      recordAudit(ctx, 'user.protected', target),
    ])
    // The picture is not put away: it is removed for good.
    await releaseFilesSoon(ctx)
  } else {
    await commitOrRefuse(ctx, [
      ...addressConfirmed(ctx, person),
      ...showIdentity(ctx, userId),
      recordAudit(ctx, 'user.unprotected', target),
    ])
  }
  return wholeUser(ctx, await getUser(ctx, userId))
}
