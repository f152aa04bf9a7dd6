import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { educations } from '#api/catalogue/educations/table.ts'
import type { Ctx } from '#api/context.ts'
import { users } from '#api/people/users/table.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { expiryOf } from './rules.ts'
import { educationInvitations as invitations } from './table.ts'

const isOpen = (now: Date) =>
  sql`${invitations.answeredAt} is null and ${invitations.withdrawnAt} is null and ${invitations.expiresAt} > ${now.toISOString()}`

/** Waits for its answer, or has been declined: the inviter is not told which. */
const looksOpen = (now: Date) =>
  sql`coalesce(${invitations.accepted}, 0) = 0 and ${invitations.withdrawnAt} is null and ${invitations.expiresAt} > ${now.toISOString()}`

const nameOf = (userId: SQL) => sql<string>`${nameOfPerson(userId)}`

export const listSent = ({ db, actor, now }: Ctx, educationId: number) =>
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

/** Earliest first. */
export const listReceived = ({ db, now }: Ctx, userId: number) =>
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

export async function findReceived({ db, now }: Ctx, id: number, userId: number) {
  const [row] = await db.query
    .select({ invitation: invitations, title: educations.title })
    .from(invitations)
    .innerJoin(educations, eq(educations.id, invitations.educationId))
    .where(and(eq(invitations.id, id), eq(invitations.userId, userId), isOpen(now)))
  return row ?? null
}

export async function findSent({ db, actor, now }: Ctx, id: number, educationId: number) {
  const mine = and(eq(invitations.educationId, educationId), eq(invitations.invitedByUserId, actor.id))
  const [row] = await db.query
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), mine, looksOpen(now)))
  return row ?? null
}

/** The people among these who have an invitation to the education already, answered or not. */
export async function listInvited(db: Database, educationId: number, userIds: readonly number[]): Promise<Set<number>> {
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

/** Refused by a trigger, as `education_invitations_full`, when a hundred of the inviter’s wait. */
export const insertInvitation = ({ db, actor, now }: Ctx, educationId: number, userId: number): Statement =>
  db.query
    .insert(invitations)
    .values({ educationId, userId, invitedByUserId: actor.id, createdAt: now, expiresAt: expiryOf(now) })
    .onConflictDoNothing()

/** Refused by a trigger, as `education_invitation_answered`, when somebody has answered meanwhile. */
export const markAnswered = (db: Database, id: number, accepted: boolean, now: Date): Statement =>
  db.query.update(invitations).set({ answeredAt: now, accepted }).where(eq(invitations.id, id))

export const markWithdrawn = (db: Database, id: number, now: Date): Statement =>
  db.query.update(invitations).set({ withdrawnAt: now }).where(eq(invitations.id, id))

/** An accepted one has done its work, and one that has expired may be sent again. */
export const removeSettled = (db: Database, now: Date): Statement =>
  db.query.delete(invitations).where(sql`accepted = 1 or ${lt(invitations.expiresAt, now)}`)
