import { and, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Actor, rolesFrom } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { personPicture } from '#api/foundation/files/address.ts'
import { portalConfigurationView } from '#api/foundation/portal-configuration/views.ts'
import { purgedVersions } from '#api/foundation/purges/storage.ts'
import { removeOldFailures } from '#api/people/attempts/storage.ts'
import { removeOldTokens } from '#api/people/tokens/storage.ts'
import { heldExtensions, heldRoles, memberships } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import { dayIn } from '#api/zone.ts'
import { changedRows, type Database, type Statement } from '#platform/database.ts'
import { prepareQuery, type QueryRunner } from '#platform/prepare-query.ts'
import { factorDueFrom, signInStep } from './factors/rules.ts'
import { sessionExpiry } from './rules.ts'
import { sessions } from './table.ts'

/** Whether the person has a passkey or an authenticator app. */
const hasFactor = sql<number>`(
  exists (select 1 from passkeys own_key where own_key.user_id = ${users.id})
  or exists (select 1 from authenticator_apps own_app where own_app.user_id = ${users.id}))`.as('has_factor')

/** A configuration that cannot be read requires nothing: it must not keep everybody out. */
const requiredFrom = sql<string | null>`(
  select case when json_valid(portal.configuration) then json_extract(portal.configuration, '$.secondFactorFrom') end
  from ${portalConfigurationView} portal where portal.id = 1)`.as('second_factor_from')

const liveSession = prepareQuery(({ query }) =>
  query
    .select({
      // Beside other questions rows come by the names of their columns, and both tables have an `id`.
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
      heldRoles,
      heldExtensions,
      memberships,
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

/** A live session and its person with everything that access is decided by. */
export const selectLiveSession = ({ db, now }: { db: QueryRunner; now: Date }, tokenHash: string) =>
  liveSession(db, { tokenHash, now: now.toISOString() })

export type SessionRow = Awaited<ReturnType<typeof selectLiveSession>>[number]

type StandingRow = Pick<SessionRow, 'secondFactor' | 'awaitsSecondFactor' | 'hasFactor' | 'requiredFrom'>
type ActorRow = Omit<SessionRow, 'createdAt' | 'lastUsedAt' | 'purged' | keyof StandingRow>

/**
 * Returns the step that the session waits for on this day, and the day that its person is warned of. A password is changed before a
 * factor is set up.
 */
function stepOf({ hasFactor, ...row }: StandingRow, { roles, passwordExpiryDate }: Actor, now: Date): Partial<Actor> {
  const standing = { ...row, roles, hasFactor: Boolean(hasFactor) }
  const step = signInStep(standing, dayIn(now))
  const due = factorDueFrom(standing, dayIn(now))
  return {
    ...(step && !(step === 'factor-setup' && passwordExpiryDate) && { awaits: step }),
    ...(due && { secondFactorDue: due }),
  }
}

/** The person of a live session. */
export function sessionActor(row: SessionRow, ctx: Visitor): Actor {
  const actor = actorFrom(row, ctx)
  return { ...actor, ...stepOf(row, actor, ctx.now) }
}

/** The name stands in what others are told of the person's acts, so that of a protected identity it is the masked one, to the person too. */
const actorFrom = (row: ActorRow, { env, now }: Visitor): Actor => ({
  id: row.id,
  name: `${row.firstName} ${row.lastName}`,
  pictureUrl: personPicture({ env, now }, row.pictureFileId),
  roles: rolesFrom(row.heldRoles, row.heldExtensions),
  isExternal: row.isExternal,
  organizations: row.isExternal ? {} : (JSON.parse(row.memberships) as Record<string, string>),
  passwordExpiryDate: row.passwordExpiresAt,
  language: row.language,
  sessionId: row.sessionId,
  signedOnByUserId: row.signedOnByUserId,
})

/** A person as they are now, for what they have left to a job; null when their account is shut. */
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
      heldRoles,
      heldExtensions,
      memberships,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.inactiveAt)))
  return row ? actorFrom({ ...row, sessionId: 0, signedOnByUserId: null }, ctx) : null
}

/** Never brings back a session that was ended meanwhile, and never prolongs one that waits for its second step. */
export const markUsed = (db: Database, { sessionId, createdAt }: SessionRow, now: Date) =>
  db.query
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt: sessionExpiry(createdAt, now) })
    .where(and(eq(sessions.id, sessionId), eq(sessions.awaitsSecondFactor, false)))
    .then(() => undefined)

export const insertSession = (db: Database, session: typeof sessions.$inferInsert): Statement =>
  db.query.insert(sessions).values(session)

export function removeSession({ db, openPlayers }: Visitor, { id, sessionId }: Actor): Statement {
  openPlayers.leave.push(id)
  return db.query.delete(sessions).where(eq(sessions.id, sessionId))
}

/** The live sessions of these tokens, with their owners. */
export const findSessionsOf = ({ db, now }: Visitor, tokenHashes: readonly string[]) =>
  db.query
    .select({ id: sessions.id, userId: sessions.userId, awaitsSecondFactor: sessions.awaitsSecondFactor })
    .from(sessions)
    .where(and(inArray(sessions.tokenHash, [...tokenHashes]), gt(sessions.expiresAt, now)))

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

/** A new password or a locked account signs out everywhere; `but` is the session that asked for it. */
export function removeSessionsOf({ db, openPlayers }: Visitor, userId: number, but: number | null = null): Statement {
  openPlayers.leave.push(userId)
  return db.query
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), but === null ? undefined : ne(sessions.id, but)))
}

export const removeEndedSessions = (db: Database, now: Date): Statement =>
  db.query.delete(sessions).where(lt(sessions.expiresAt, now))

const atOnce = 5000

/** Forgets as many at once as may be of what opens nothing and limits nothing any more; answers whether there may be more. */
export async function forgetEnded(db: Database, now: Date): Promise<boolean> {
  const { query } = db
  const ended = query.select({ id: sessions.id }).from(sessions).where(lt(sessions.expiresAt, now))
  const done = await query.batch([
    query.delete(sessions).where(inArray(sessions.id, ended.limit(atOnce))),
    removeOldTokens(db, now, atOnce),
    removeOldFailures(db, now, atOnce),
  ])
  return done.some((result) => changedRows(result) === atOnce)
}

/** Ends one session of the caller; its open course windows are told. */
export function removeOwnSession({ db, actor, openPlayers }: Ctx, id: number): Statement {
  openPlayers.leave.push(actor.id)
  return db.query.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, actor.id)))
}
