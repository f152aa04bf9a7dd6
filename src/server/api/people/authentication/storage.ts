import { and, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Actor, parseRoles } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { personPictureAddress } from '#api/foundation/files/address.ts'
import { portalConfigurationView } from '#api/foundation/portal-configuration/views.ts'
import { purgedVersions } from '#api/foundation/purges/storage.ts'
import { removeOldFailures } from '#api/people/attempts/storage.ts'
import { removeOldTokens } from '#api/people/tokens/storage.ts'
import { extensionsColumn, membershipsColumn, rolesColumn } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { countChangedRows, type Database, type Statement } from '#platform/database.ts'
import { prepareQuery, type QueryRunner } from '#platform/prepare-query.ts'
import { findFactorDueDay, findSignInStep } from './factors/rules.ts'
import { sessionExpiry } from './rules.ts'
import { sessions } from './table.ts'

/** True when the person has a passkey or an authenticator app. */
const hasFactor = sql<number>`(
  exists (select 1 from passkeys own_key where own_key.user_id = ${users.id})
  or exists (select 1 from authenticator_apps own_app where own_app.user_id = ${users.id}))`.as('has_factor')

/** An unreadable configuration requires no second factor, so that it cannot lock out everybody. */
const requiredFrom = sql<string | null>`(
  select case when json_valid(portal.configuration) then json_extract(portal.configuration, '$.secondFactorFrom') end
  from ${portalConfigurationView} portal where portal.id = 1)`.as('second_factor_from')

const liveSession = prepareQuery(({ query }) =>
  query
    .select({
      // A batch returns rows by column name, and both tables have an `id`.
      sessionId: sql<number>`${sessions.id}`.as('session_id'),
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      signedOnByUserId: sessions.signedOnByUserId,
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      pictureFileId: users.pictureFileId,
      isExternal: users.isExternal,
      passwordExpiresAt: users.passwordExpiresAt,
      language: users.language,
      heldRoles: rolesColumn,
      heldExtensions: extensionsColumn,
      memberships: membershipsColumn,
      secondFactor: sessions.secondFactor,
      awaitsSecondFactor: sessions.awaitsSecondFactor,
      hasFactor,
      requiredFrom,
      purged: purgedVersions.as('purged'),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(users.inactiveAt),
      ),
    ),
)

/** Selects a live session with its person and all data that access depends on. */
export const selectLiveSession = ({ db, now }: { db: QueryRunner; now: Date }, tokenHash: string) =>
  liveSession(db, { tokenHash, now: now.toISOString() })

export type SessionRow = Awaited<ReturnType<typeof selectLiveSession>>[number]

type StandingRow = Pick<SessionRow, 'secondFactor' | 'awaitsSecondFactor' | 'hasFactor' | 'requiredFrom'>
type ActorRow = Omit<SessionRow, 'createdAt' | 'lastUsedAt' | 'purged' | keyof StandingRow>

/**
 * Returns the step that the session must complete on this day, and the day of the warning. A password is changed before
 * a factor is set up.
 */
function findStep({ hasFactor, ...row }: StandingRow, { roles, passwordExpiryDate }: Actor, now: Date): Partial<Actor> {
  const standing = { ...row, roles, hasFactor: Boolean(hasFactor) }
  const step = findSignInStep(standing, toPortalDay(now))
  const due = findFactorDueDay(standing, toPortalDay(now))
  return {
    ...(step && !(step === 'factor-setup' && passwordExpiryDate) && { awaits: step }),
    ...(due && { secondFactorDue: due }),
  }
}

/** Converts a session row to the actor. */
export function toSessionActor(row: SessionRow, ctx: Visitor): Actor {
  const actor = toActor(row, ctx)
  return { ...actor, ...findStep(row, actor, ctx.now) }
}

/**
 * Converts a row to an actor. Other people see the actor's name in notifications, so for a protected identity it is the
 * masked name.
 */
const toActor = (row: ActorRow, { env, now }: Visitor): Actor => ({
  id: row.id,
  name: `${row.firstName} ${row.lastName}`,
  pictureUrl: personPictureAddress({ env, now }, row.pictureFileId),
  roles: parseRoles(row.heldRoles, row.heldExtensions),
  isExternal: row.isExternal,
  organizations: row.isExternal ? {} : (JSON.parse(row.memberships) as Record<string, string>),
  passwordExpiryDate: row.passwordExpiresAt,
  language: row.language,
  sessionId: row.sessionId,
  signedOnByUserId: row.signedOnByUserId,
})

/** Loads a person as the actor of a job that they started; null when they are inactive. */
export async function findActor(ctx: Visitor, userId: number): Promise<Actor | null> {
  const [row] = await ctx.db.query
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      pictureFileId: users.pictureFileId,
      isExternal: users.isExternal,
      passwordExpiresAt: users.passwordExpiresAt,
      language: users.language,
      heldRoles: rolesColumn,
      heldExtensions: extensionsColumn,
      memberships: membershipsColumn,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.inactiveAt)))
  return row ? toActor({ ...row, sessionId: 0, signedOnByUserId: null }, ctx) : null
}

/**
 * Extends a session after use. Does not restore a session that has ended, and does not extend one that waits for its
 * second step.
 */
export const extendSession = (db: Database, { sessionId, createdAt }: SessionRow, now: Date) =>
  db.query
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt: sessionExpiry(createdAt, now) })
    .where(and(eq(sessions.id, sessionId), eq(sessions.awaitsSecondFactor, false)))
    .then(() => undefined)

/** Inserts a session. */
export const insertSession = (db: Database, session: typeof sessions.$inferInsert): Statement =>
  db.query.insert(sessions).values(session)

/** Removes the actor's session and disconnects their course players. */
export function removeSession({ db, openPlayers }: Visitor, { id, sessionId }: Actor): Statement {
  openPlayers.leave.push(id)
  return db.query.delete(sessions).where(eq(sessions.id, sessionId))
}

/** Finds the live sessions with these tokens, with the ids of their owners. */
export const findSessionsByTokens = ({ db, now }: Visitor, tokenHashes: readonly string[]) =>
  db.query
    .select({ id: sessions.id, userId: sessions.userId, awaitsSecondFactor: sessions.awaitsSecondFactor })
    .from(sessions)
    .where(and(inArray(sessions.tokenHash, [...tokenHashes]), gt(sessions.expiresAt, now)))

/** Removes sessions and disconnects the course players of their owners. */
export function removeSessions(
  { db, openPlayers }: Visitor,
  ended: readonly { id: number; userId: number }[],
): Statement {
  openPlayers.leave.push(...ended.map(({ userId }) => userId))
  return db.query.delete(sessions).where(
    inArray(
      sessions.id,
      ended.map(({ id }) => id),
    ),
  )
}

/** Removes all sessions of a person, after a new password or a deactivation. `but` is the session to keep. */
export function removeSessionsOfUser(
  { db, openPlayers }: Visitor,
  userId: number,
  but: number | null = null,
): Statement {
  openPlayers.leave.push(userId)
  return db.query
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), but === null ? undefined : ne(sessions.id, but)))
}

/** Removes all sessions that have expired. */
export const removeEndedSessions = (db: Database, now: Date): Statement =>
  db.query.delete(sessions).where(lt(sessions.expiresAt, now))

const maxRows = 5000

/** Deletes a batch of expired sessions, tokens and failed attempts. Returns true when there may be more. */
export async function removeExpiredRows(db: Database, now: Date): Promise<boolean> {
  const { query } = db
  const ended = query.select({ id: sessions.id }).from(sessions).where(lt(sessions.expiresAt, now))
  const results = await query.batch([
    query.delete(sessions).where(inArray(sessions.id, ended.limit(maxRows))),
    removeOldTokens(db, now, maxRows),
    removeOldFailures(db, now, maxRows),
  ])
  return results.some((result) => countChangedRows(result) === maxRows)
}

/** Ends one session of the caller and disconnects the caller's course players. */
export function removeOwnSession({ db, actor, openPlayers }: Ctx, id: number): Statement {
  openPlayers.leave.push(actor.id)
  return db.query.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, actor.id)))
}
