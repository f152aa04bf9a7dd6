import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { calendarSubscriptions } from '#api/office/calendar/table.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { findLinkedIssuer } from '#api/people/external-login/oidc/storage.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'

/**
 * Reads what gives access to the caller's account, in one round trip. `liveSessions` has the current session first,
 * then the latest used; `addresses` the unrevoked calendar subscriptions, the oldest first. `isConnected` says whether
 * an electronic identification is connected; `linkedIssuer` is that of the linked OpenID provider, null without one.
 */
export async function loadAccountAccess({ db, actor, now }: Ctx) {
  const [liveSessions, [person], addresses, linkedIssuer] = await Promise.all([
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
    findLinkedIssuer(db, actor.id),
  ])
  return { liveSessions, isConnected: Boolean(person?.hash), linkedIssuer, addresses }
}

/** Whether the id is one of the caller's own live sessions; an expired or another person's session is not. */
export async function hasSession({ db, actor, now }: Ctx, id: number): Promise<boolean> {
  const rows = await db.query
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, actor.id), gt(sessions.expiresAt, now)))
  return rows.length > 0
}
