import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { educations } from '#api/catalogue/educations/table.ts'
import type { Ctx } from '#api/context.ts'
import { users } from '#api/people/users/table.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { calculateExpiry } from './rules.ts'
import { educationInvitations as invitations } from './table.ts'

const isOpen = (now: Date) =>
  sql`${invitations.answeredAt} is null and ${invitations.withdrawnAt} is null and ${invitations.expiresAt} > ${now.toISOString()}`

/** SQL: the invitation is open or declined, which look the same to the inviter. */
const looksOpen = (now: Date) =>
  sql`coalesce(${invitations.accepted}, 0) = 0 and ${invitations.withdrawnAt} is null and ${invitations.expiresAt} > ${now.toISOString()}`

const nameOf = (userId: SQL) => sql<string>`${nameOfPerson(userId)}`

/** Lists the caller's invitations to an education that are open or declined, by name. */
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
    .where(and(eq(invitations.educationId, educationId), eq(invitations.invitedByUserId, actor.id), looksOpen(now)))
    .orderBy(users.nameKey, invitations.id)

/** Lists a person's open invitations, oldest first. */
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

/** Finds an open invitation of a person. */
export async function findReceivedInvitation({ db, now }: Ctx, id: number, userId: number) {
  const [row] = await db.query
    .select({ invitation: invitations, title: educations.title })
    .from(invitations)
    .innerJoin(educations, eq(educations.id, invitations.educationId))
    .where(and(eq(invitations.id, id), eq(invitations.userId, userId), isOpen(now)))
  return row ?? null
}

/** Finds an invitation of the caller that is open or declined. */
export async function findSentInvitation({ db, actor, now }: Ctx, id: number, educationId: number) {
  const mine = and(eq(invitations.educationId, educationId), eq(invitations.invitedByUserId, actor.id))
  const [row] = await db.query
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), mine, looksOpen(now)))
  return row ?? null
}

/** Returns the ids of the people who have an invitation to the education, answered or not. */
export async function listInvitedUserIds(
  db: Database,
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
      ),
    )
  return new Set(rows.map(({ userId }) => userId))
}

/**
 * Inserts an invitation. A trigger refuses it (`education_invitations_full`) when the inviter has a hundred open ones.
 */
export const insertInvitation = ({ db, actor, now }: Ctx, educationId: number, userId: number): Statement =>
  db.query
    .insert(invitations)
    .values({ educationId, userId, invitedByUserId: actor.id, createdAt: now, expiresAt: calculateExpiry(now) })
    .onConflictDoNothing()

/**
 * Stores the answer. A trigger refuses it (`education_invitation_answered`) when the invitation was answered or
 * withdrawn.
 */
export const markAnswered = (db: Database, id: number, accepted: boolean, now: Date): Statement =>
  db.query.update(invitations).set({ answeredAt: now, accepted }).where(eq(invitations.id, id))

/** Marks an invitation as withdrawn. */
export const markWithdrawn = (db: Database, id: number, now: Date): Statement =>
  db.query.update(invitations).set({ withdrawnAt: now }).where(eq(invitations.id, id))

/** Deletes accepted and expired invitations; an expired one can then be sent again. */
export const removeFinishedInvitations = (db: Database, now: Date): Statement =>
  db.query.delete(invitations).where(sql`accepted = 1 or ${lt(invitations.expiresAt, now)}`)
