import { sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { unmaskInCertificates } from '#api/participation/certificates/issue-storage.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import { removeGuardians } from '#api/participation/results/write-storage.ts'
import { insertChange, withdrawPending } from '#api/people/email-changes/storage.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { toUser } from '#api/people/reach/to-user.ts'
import type { User } from '#api/people/users/contract.ts'
import { findStayingId, listMergedRecords } from '#api/people/users/merge-storage.ts'
import { hideIdentity, restoreIdentity } from '#api/people/users/protection-storage.ts'
import { type FoundUser, findUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import type { Protection } from './contract.ts'
import { hideCopies } from './hide-copies.ts'

/**
 * Inserts a confirmed e-mail change, so that the restored e-mail address counts as confirmed and allows password
 * resets.
 */
const confirmAddress = (
  { db, now, newId }: Visitor,
  { id, email }: FoundUser,
  byUserId: number | null,
): Statement[] => {
  if (email === null) return []
  const times = { createdAt: now, expiresAt: now, confirmedAt: now, restLiftedAt: now }
  const unset = { previousEmail: null, tokenHash: null, withdrawnAt: null, objectedAt: null }
  return [insertChange(db, { id: newId(), userId: id, email, requestedByUserId: byUserId ?? id, ...times, ...unset })]
}

/** Returns the statements that protect one record. `byUserId` is null when the federation's register does. */
const protectRecord = (ctx: Visitor, person: FoundUser, byUserId: number | null): Statement[] => [
  // Its mails and notices contain the person's name.
  withdrawPending(ctx.db, person.id, ctx.now),
  ...hideCopies(ctx, person),
  removeGuardians(ctx.db, person.id, ctx.now),
  ...hideIdentity(ctx, person.id, byUserId),
]

const restoreRecord = (ctx: Visitor, person: FoundUser, byUserId: number | null): Statement[] => [
  ...confirmAddress(ctx, person, byUserId),
  ...restoreIdentity(ctx, person.id),
  unmaskInCertificates(ctx.db, person.id),
]

/** Sight of the portal itself, which may know everything of a person. */
const systemSight = {
  canSeeAll: sql`true`,
  canSeeIdentity: sql`true`,
  canSeeName: sql`true`,
  administers: sql`true`,
  organizationsBeyond: sql`'[]'`,
  teachingDetails: sql`null`,
}

/** Returns the records of a person: those that were merged into it, in no order, and its own. */
const listRecords = async (ctx: Visitor, person: FoundUser): Promise<FoundUser[]> => [
  ...(await listMergedRecords(ctx.db, person.id, systemSight)),
  person,
]

/** Returns the statements that protect a person, the merged-away records too, unless they are protected already. */
const protectStatements = async (ctx: Visitor, person: FoundUser, byUserId: number | null): Promise<Statement[]> =>
  (await listRecords(ctx, person)).flatMap((record) =>
    record.protectedAt === null ? protectRecord(ctx, record, byUserId) : [],
  )

const restoreStatements = async (ctx: Visitor, person: FoundUser, byUserId: number | null): Promise<Statement[]> =>
  (await listRecords(ctx, person)).flatMap((record) => restoreRecord(ctx, record, byUserId))

/**
 * Returns the statements by which the federation's register protects a person's identity, as `protectPerson` does, or
 * ends the protection, with an audit entry. Empty when the person is as wanted already or does not exist. The caller
 * deletes released files.
 */
export async function protectByRegister(ctx: Ctx<null>, userId: number, isProtected: boolean): Promise<Statement[]> {
  const person = await findUser(ctx.db, { id: userId }, systemSight)
  if (!person || (person.protectedAt !== null) === isProtected) return []
  const target = { type: 'user', id: person.id } as const
  return isProtected
    ? [...(await protectStatements(ctx, person, null)), recordAudit(ctx, 'user.protected', target, { by: 'register' })]
    : [
        ...(await restoreStatements(ctx, person, null)),
        recordAudit(ctx, 'user.unprotected', target, { by: 'register' }),
      ]
}

const maxAttempts = 3

/**
 * Commits the protection of a person. A merge that ends between the read of the records and the write adds a record,
 * and a trigger refuses the write: it is made again with that record, since a protection never waits for a merge.
 */
async function commitProtection(ctx: Ctx, person: FoundUser, reason: string | undefined, attempt = 1): Promise<void> {
  const statements = await protectStatements(ctx, person, ctx.actor.id)
  const entry = recordAudit(ctx, 'user.protected', { type: 'user', id: person.id }, { reason })
  try {
    await commitOrRefuse(ctx, [...statements, entry])
  } catch (error) {
    const isMerged = error instanceof Refused && error.code === 'person_merged'
    if (!isMerged || attempt === maxAttempts) throw error
    await commitProtection({ ...ctx, db: ctx.db.onPrimary() }, person, reason, attempt + 1)
  }
}

/**
 * Protects a person's identity, or ends the protection, with an audit entry, and returns the person. Does nothing when
 * the person is as wanted already.
 *
 * Records that were merged into the person are protected with it, also by a merge at the same time, and so is the
 * person into whom this one is merged then. An undo of a merge goes on with the rows that show no identity, or ends.
 * Protecting withdraws a pending e-mail change, removes guardians, masks or removes copies of the name, and deletes
 * picture and report files. Ending restores the identity, its memberships and the name in certificates, not the rest;
 * the restored e-mail address counts as confirmed. Who may protect is for the caller to check.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused with the code of the constraint when the database refuses the commit.
 */
export async function protectPerson(ctx: Ctx, userId: number, protection: Protection): Promise<User> {
  const person = await getUser(ctx, userId)
  if ((person.protectedAt !== null) === protection.protected) return toUser(ctx, person)
  const target = { type: 'user', id: userId } as const
  if (protection.protected) {
    await commitProtection(ctx, person, protection.reason)
    // The picture and the report files are not restored later: they are deleted.
    await releaseFilesSoon(ctx)
    const stayingId = await findStayingId(ctx.db.onPrimary(), userId)
    if (stayingId !== userId) return protectPerson(ctx, stayingId, protection)
  } else {
    await commitOrRefuse(ctx, [
      ...(await restoreStatements(ctx, person, ctx.actor.id)),
      recordAudit(ctx, 'user.unprotected', target),
    ])
  }
  return toUser(ctx, await getUser(ctx, userId))
}
