import { and, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Actor, parseRoles } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { personPictureUrl } from '#api/foundation/files/address.ts'
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

/**
 * Selects the live session with a token's hash, its person and all data that access depends on, one row. One that waits
 * for a second factor is selected too. No row for an unknown or ended session, or an inactive person.
 */
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

/** Converts a session row to the actor; `awaits` is the step that the sign-in still requires on this day. */
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
  pictureUrl: personPictureUrl({ env, now }, row.pictureFileId),
  roles: parseRoles(row.heldRoles, row.heldExtensions),
  isExternal: row.isExternal,
  organizations: row.isExternal ? {} : (JSON.parse(row.memberships) as Record<string, string>),
  passwordExpiryDate: row.passwordExpiresAt,
  language: row.language,
  sessionId: row.sessionId,
  signedOnByUserId: row.signedOnByUserId,
})

/**
 * Loads a person as the actor of a job that they started; null when there is none or they are inactive. The actor has
 * no session, and no sign-in step is required.
 */
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
 * Extends a session after use, at once: it then ends as `sessionExpiry` says. Does nothing when it has been removed or
 * waits for its second step. The expiry is not checked: the caller has read it as live.
 */
export const extendSession = (db: Database, { sessionId, createdAt }: SessionRow, now: Date) =>
  db.query
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt: sessionExpiry(createdAt, now) })
    .where(and(eq(sessions.id, sessionId), eq(sessions.awaitsSecondFactor, false)))
    .then(() => undefined)

/**
 * Returns the statement that inserts a session, with the hash of its token. The commit fails as `person_erased` or
 * `person_merged` for such a person.
 */
export const insertSession = (db: Database, session: typeof sessions.$inferInsert): Statement =>
  db.query.insert(sessions).values(session)

/**
 * Returns the statement that removes the actor's current session only, and queues the disconnection of all their course
 * players as `removeSessions` does.
 */
export function removeSession({ db, openPlayers }: Visitor, { id, sessionId }: Actor): Statement {
  openPlayers.leave.push(id)
  return db.query.delete(sessions).where(eq(sessions.id, sessionId))
}

/**
 * Finds the live sessions with these token hashes, with the ids of their owners, in no order; empty when none is live.
 * Inactive owners and sessions that wait for a second factor are included.
 */
export const findSessionsByTokens = ({ db, now }: Visitor, tokenHashes: readonly string[]) =>
  db.query
    .select({ id: sessions.id, userId: sessions.userId, awaitsSecondFactor: sessions.awaitsSecondFactor })
    .from(sessions)
    .where(and(inArray(sessions.tokenHash, [...tokenHashes]), gt(sessions.expiresAt, now)))

/**
 * Returns the statement that removes sessions, and queues the disconnection of all course players of their owners.
 *
 * The players are disconnected when the request has succeeded, even if the statement was not committed; so call it only
 * for a statement that is.
 */
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

/**
 * Returns the statement that removes all sessions of a person, as after a new password or a deactivation. `but` is the
 * id of a session to keep.
 *
 * Queues the disconnection of all their course players as `removeSessions` does, those of the kept session too.
 */
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

/**
 * Returns the statement that removes all sessions of the people, and queues the disconnection of their course players
 * as `removeSessions` does.
 */
export function removeSessionsOfUsers({ db, openPlayers }: Visitor, userIds: readonly number[]): Statement {
  openPlayers.leave.push(...userIds)
  return db.query.delete(sessions).where(sql`user_id in (select value from json_each(${JSON.stringify(userIds)}))`)
}

/** Returns the statement that removes all sessions that have expired, of everybody. */
export const removeEndedSessions = (db: Database, now: Date): Statement =>
  db.query.delete(sessions).where(lt(sessions.expiresAt, now))

const maxRows = 5000

/**
 * Deletes at most 5000 each of expired sessions, outdated tokens and failed sign-in attempts older than a day, at once.
 * Returns true when there may be more.
 */
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

/**
 * Returns the statement that ends one session of the caller; it removes nothing when the session is another person's.
 *
 * Queues the disconnection of all the caller's course players as `removeSessions` does, in any case.
 */
export function removeOwnSession({ db, actor, openPlayers }: Ctx, id: number): Statement {
  openPlayers.leave.push(actor.id)
  return db.query.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, actor.id)))
}
