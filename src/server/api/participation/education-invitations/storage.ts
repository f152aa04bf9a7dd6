import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { isSuperadministrator } from '#api/actor.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import type { Ctx } from '#api/context.ts'
import { users } from '#api/people/users/table.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { calculateExpiry, calculateRenewal } from './rules.ts'
import { educationInvitations as invitations } from './table.ts'

const isOpen = (now: Date) =>
  sql`${invitations.answeredAt} is null and ${invitations.withdrawnAt} is null and ${invitations.expiresAt} > ${now.toISOString()}`

/** SQL: the invitation is open or declined, which look the same to the inviter. */
const looksOpen = (now: Date) =>
  sql`coalesce(${invitations.accepted}, 0) = 0 and ${invitations.withdrawnAt} is null and ${invitations.expiresAt} > ${now.toISOString()}`

const nameOf = (userId: SQL) => sql<string>`${nameOfPerson(userId)}`

/**
 * Lists the caller's invitations to an education that are unexpired and open or declined, by the invited person's name.
 * The two look the same to the inviter. Accepted, withdrawn and expired ones are left out, and those of protected
 * identities for everybody but superadministrators.
 */
export const listSentInvitations = ({ db, actor, now }: Ctx, educationId: number) =>
  db.query
    .select({
      id: invitations.id,
      userId: invitations.userId,
      name: nameOf(sql`education_invitations.user_id`),
      created: invitations.createdAt,
      expires: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(
      and(
        eq(invitations.educationId, educationId),
        eq(invitations.invitedByUserId, actor.id),
        looksOpen(now),
        isSuperadministrator(actor) ? undefined : isNull(users.protectedAt),
      ),
    )
    .orderBy(users.nameKey, invitations.id)

/**
 * Lists a person's open invitations to educations, oldest first; expired, answered and withdrawn ones are left out.
 * Access is not checked here.
 */
export const listReceivedInvitations = ({ db, now }: Ctx, userId: number) =>
  db.query
    .select({
      id: invitations.id,
      educationId: invitations.educationId,
      educationTitle: educations.title,
      invitedBy: nameOf(sql`education_invitations.invited_by_user_id`),
      created: invitations.createdAt,
      expires: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(educations, eq(educations.id, invitations.educationId))
    .where(and(eq(invitations.userId, userId), isOpen(now)))
    .orderBy(invitations.id)

/**
 * Finds an open invitation of a person to an education, with the education's title; null when it is answered,
 * withdrawn, expired or not the person's.
 */
export async function findReceivedInvitation({ db, now }: Ctx, id: number, userId: number) {
  const [row] = await db.query
    .select({ invitation: invitations, title: educations.title })
    .from(invitations)
    .innerJoin(educations, eq(educations.id, invitations.educationId))
    .where(and(eq(invitations.id, id), eq(invitations.userId, userId), isOpen(now)))
  return row ?? null
}

/**
 * Finds an invitation that the caller sent to the education and that looks open to the caller: open or declined. Null
 * when it is accepted, withdrawn, expired, or another's.
 */
export async function findSentInvitation({ db, actor, now }: Ctx, id: number, educationId: number) {
  const mine = and(eq(invitations.educationId, educationId), eq(invitations.invitedByUserId, actor.id))
  const [row] = await db.query
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), mine, looksOpen(now)))
  return row ?? null
}

/** SQL: the invitation was withdrawn before the answer and is a day old, so that it can be sent again. */
const isRenewable = (now: Date) =>
  sql`(${invitations.withdrawnAt} is not null and ${invitations.answeredAt} is null
    and ${invitations.createdAt} < ${calculateRenewal(now).toISOString()})`

/**
 * Returns the set of those people who have an invitation to the education from anybody, in any state, and cannot be
 * invited again yet. An expired invitation prevents that until it is removed, a withdrawn one until it is a day old.
 * One that was answered always prevents it. In no order.
 */
export async function listInvitedUserIds(
  { db, now }: Ctx,
  educationId: number,
  userIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db.query
    .select({ userId: invitations.userId })
    .from(invitations)
    .where(
      and(
        eq(invitations.educationId, educationId),
        sql`${invitations.userId} in (select value from json_each(${JSON.stringify(userIds)}))`,
        sql`not ${isRenewable(now)}`,
      ),
    )
  return new Set(rows.map(({ userId }) => userId))
}

/**
 * Returns the statement that inserts an invitation of the caller, or renews one that was withdrawn before the answer
 * and is a day old. It does nothing when the person has one in another state. The commit fails as
 * `education_invitations_full` when a hundred of the inviter are neither accepted nor expired; withdrawn ones count,
 * because the inviter has read the names.
 */
export function insertInvitation({ db, actor, now }: Ctx, educationId: number, userId: number): Statement {
  const sent = { invitedByUserId: actor.id, createdAt: now, expiresAt: calculateExpiry(now) }
  return db.query
    .insert(invitations)
    .values({ educationId, userId, ...sent })
    .onConflictDoUpdate({
      target: [invitations.educationId, invitations.userId],
      set: { ...sent, withdrawnAt: null },
      setWhere: isRenewable(now),
    })
}

/**
 * Returns the statement that stores the answer to an invitation; it signs nobody up. The commit fails as
 * `education_invitation_answered` when the invitation was answered or withdrawn. Expiry and person are not checked
 * here.
 */
export const markAnswered = (db: Database, id: number, accepted: boolean, now: Date): Statement =>
  db.query.update(invitations).set({ answeredAt: now, accepted }).where(eq(invitations.id, id))

/**
 * Returns the statement that marks an invitation as withdrawn, also an answered one, which keeps its answer. Whether it
 * is the caller's is not checked here.
 */
export const markWithdrawn = (db: Database, id: number, now: Date): Statement =>
  db.query.update(invitations).set({ withdrawnAt: now }).where(eq(invitations.id, id))

/**
 * Returns the statement that deletes everybody's accepted and expired invitations to educations; an expired one can
 * then be sent again. Declined ones stay until they expire.
 */
export const removeFinishedInvitations = (db: Database, now: Date): Statement =>
  db.query.delete(invitations).where(sql`accepted = 1 or ${lt(invitations.expiresAt, now)}`)
