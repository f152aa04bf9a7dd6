import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { daysBefore, membershipDays } from './rules.ts'
import { membershipRequests } from './table.ts'

export type StoredMembership = typeof membershipRequests.$inferSelect

/**
 * Returns the statement that stores a person's request for membership of an organisation; it does nothing when one is
 * open, or the person is a member.
 */
export const insertMembershipRequest = ({ db, now }: Visitor, userId: SQL<number>, organizationId: number): Statement =>
  insertFrom(
    db.query,
    membershipRequests,
    { userId, organizationId, createdAt: now.toISOString() },
    sql`where not exists (select 1 from user_organizations present_membership
      where present_membership.user_id = ${userId} and present_membership.organization_id = ${organizationId})`,
  ).onConflictDoNothing()

/**
 * SQL condition: this transaction has stored a person's request for membership of the organisation, not an earlier one.
 * It is recognised by its time, `now`.
 */
export const hasNewMembershipRequest = ({ now }: Visitor, userId: SQL<number>, organizationId: number): SQL =>
  sql`exists (select 1 from membership_requests new_request where new_request.user_id = ${userId}
    and new_request.organization_id = ${organizationId} and new_request.created_at = ${now.toISOString()})`

/**
 * Finds a request for membership of an organisation by id, decided or not; null when there is none. Access is not
 * checked here.
 */
export async function findMembershipRequest(db: Database, id: number): Promise<StoredMembership | null> {
  const [row] = await db.query.select().from(membershipRequests).where(eq(membershipRequests.id, id))
  return row ?? null
}

/**
 * Returns the statement that approves or declines a request for membership as the actor; it adds no membership. The
 * commit fails as `already_done` when it is decided.
 */
export const decideMembershipRequest = ({ db, actor, now }: Ctx, id: number, isApproved: boolean): Statement =>
  db.query
    .update(membershipRequests)
    .set({ decidedAt: now, decidedByUserId: actor.id, isApproved })
    .where(eq(membershipRequests.id, id))

/** Returns the statement that removes requests for membership made more than `membershipDays` ago, decided or not. */
export const removeOldMembershipRequests = (db: Database, now: Date): Statement =>
  db.query.delete(membershipRequests).where(lt(membershipRequests.createdAt, daysBefore(now, membershipDays)))
