import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { calendarSubscriptions } from '#api/office/calendar/table.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'

/** The caller’s live sessions with the one of the call first, whether an identification is connected, and the live calendar addresses, in one round trip. */
export async function readAccess({ db, actor, now }: Ctx) {
  const [live, [person], addresses] = await Promise.all([
    db.query
      .select({
        id: sessions.id,
        userAgent: sessions.userAgent,
        openedBy: sessions.openedBy,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, actor.id), gt(sessions.expiresAt, now)))
      .orderBy(desc(eq(sessions.id, actor.sessionId)), desc(sessions.lastUsedAt), desc(sessions.id)),
    db.query.select({ hash: users.personalNumberHash }).from(users).where(eq(users.id, actor.id)),
    db.query
      .select({
        id: calendarSubscriptions.id,
        kind: calendarSubscriptions.kind,
        organizationName: organizations.name,
        createdAt: calendarSubscriptions.createdAt,
      })
      .from(calendarSubscriptions)
      .leftJoin(organizations, eq(organizations.id, calendarSubscriptions.organizationId))
      .where(and(eq(calendarSubscriptions.userId, actor.id), isNull(calendarSubscriptions.revokedAt)))
      .orderBy(calendarSubscriptions.id),
  ])
  return { live, isConnected: Boolean(person?.hash), addresses }
}

/** Whether the caller has such a live session. */
export async function hasSession({ db, actor, now }: Ctx, id: number): Promise<boolean> {
  const rows = await db.query
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, actor.id), gt(sessions.expiresAt, now)))
  return rows.length > 0
}
