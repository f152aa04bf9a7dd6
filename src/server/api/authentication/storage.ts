import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { prepared } from '#platform/prepared.ts'
import { type Actor, rolesFrom } from '../actor.ts'
import type { Visitor } from '../context.ts'
import { personPicture } from '../files/address.ts'
import { purgedVersions } from '../purges/storage.ts'
import { heldExtensions, heldRoles, memberships } from '../users/storage.ts'
import { users } from '../users/table.ts'
import { failuresAtMost, failureWindow, sessionExpiry } from './rules.ts'
import { loginFailures, oneTimeTokens, sessions } from './table.ts'

const liveSession = prepared(({ query }) =>
  query
    .select({
      // Beside other questions rows come by the names of their columns, and both tables have an `id`.
      sessionId: sql<number>`${sessions.id}`.as('session_id'),
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
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
export const selectLiveSession = ({ db, now }: Visitor, tokenHash: string) =>
  liveSession(db, { tokenHash, now: now.toISOString() })

export type SessionRow = Awaited<ReturnType<typeof selectLiveSession>>[number]

type ActorRow = Omit<SessionRow, 'createdAt' | 'lastUsedAt' | 'purged'>

/** The name stands in what others are told of the person's acts, so that of a protected identity it is the masked one, to the person too. */
export const actorFrom = (row: ActorRow, { env, now }: Visitor): Actor => ({
  id: row.id,
  name: `${row.firstName} ${row.lastName}`,
  pictureUrl: personPicture({ env, now }, row.pictureFileId),
  roles: rolesFrom(row.heldRoles, row.heldExtensions),
  isExternal: row.isExternal,
  organizations: row.isExternal ? {} : (JSON.parse(row.memberships) as Record<string, string>),
  passwordExpiryDate: row.passwordExpiresAt,
  language: row.language,
  sessionId: row.sessionId,
})

/** A person as they are now, for what they have left to a job; null when their account is shut. */
export async function findActor(ctx: Visitor, userId: number): Promise<Actor | null> {
  const [row] = await ctx.db.query
    .select({
      ...{ id: users.id, firstName: users.firstName, lastName: users.lastName, pictureFileId: users.pictureFileId },
      ...{ isExternal: users.isExternal, passwordExpiresAt: users.passwordExpiresAt, language: users.language },
      ...{ heldRoles, heldExtensions, memberships },
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.inactiveAt)))
  return row ? actorFrom({ ...row, sessionId: 0 }, ctx) : null
}

/** Never brings back a session that was ended meanwhile: it updates a row or nothing. */
export const markUsed = (db: Database, { sessionId, createdAt }: SessionRow, now: Date) =>
  db.query
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt: sessionExpiry(createdAt, now) })
    .where(eq(sessions.id, sessionId))
    .then(() => undefined)

export const insertSession = (db: Database, session: typeof sessions.$inferInsert): Statement =>
  db.query.insert(sessions).values(session)

export function removeSession({ db, openRunners }: Visitor, { id, sessionId }: Actor): Statement {
  openRunners.leave.push(id)
  return db.query.delete(sessions).where(eq(sessions.id, sessionId))
}

/** A new password or a locked account signs out everywhere; `but` is the session that asked for it. */
export function removeSessionsOf({ db, openRunners }: Visitor, userId: number, but: number | null = null): Statement {
  openRunners.leave.push(userId)
  return db.query
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), but === null ? undefined : ne(sessions.id, but)))
}

export const removeEndedSessions = (db: Database, now: Date): Statement =>
  db.query.delete(sessions).where(lt(sessions.expiresAt, now))

const atOnce = 5000

/** Forgets as many at once as may be of what opens nothing and limits nothing any more; answers whether there may be more. */
export async function forgetEnded({ query }: Database, now: Date): Promise<boolean> {
  const yesterday = new Date(now.getTime() - 86_400_000)
  const ended = query.select({ id: sessions.id }).from(sessions).where(lt(sessions.expiresAt, now))
  const expired = query
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(lt(oneTimeTokens.expiresAt, yesterday))
  const over = query
    .select({ id: loginFailures.id })
    .from(loginFailures)
    .where(lt(loginFailures.failedAt, failureWindow(now)))
  const done = await query.batch([
    query.delete(sessions).where(inArray(sessions.id, ended.limit(atOnce))),
    query.delete(oneTimeTokens).where(inArray(oneTimeTokens.id, expired.limit(atOnce))),
    query.delete(loginFailures).where(inArray(loginFailures.id, over.limit(atOnce))),
  ])
  return done.some(({ meta }) => meta.changes === atOnce)
}

export interface Entrant {
  id: number
  passwordHash: string | null
  inactiveAt: Date | null
  passwordExpiresAt: Date | null
}

const entrant = {
  id: users.id,
  passwordHash: users.passwordHash,
  inactiveAt: users.inactiveAt,
  passwordExpiresAt: users.passwordExpiresAt,
}

/** Counts the attempt as a failure before it is judged, so that a burst cannot run past the limit. No row: over it. */
const attempt = (db: Database, subject: string, now: Date, atMost = failuresAtMost) =>
  db.query
    .insert(loginFailures)
    .select(
      sql`select null, ${subject}, ${now.toISOString()}
        where (select count(*) from login_failures
          where subject = ${subject} and failed_at > ${failureWindow(now).toISOString()}) < ${atMost}`,
    )
    .returning({ id: loginFailures.id })

/** Takes one attempt of every subject and finds the person of that user name; null when a subject has none left. */
export async function attemptEntry(db: Database, subjects: readonly string[], userName: string, now: Date) {
  const person = db.query.select(entrant).from(users).where(sql`lower(${users.userName}) = lower(${userName})`)
  const [found, ...attempts] = await db.read([person, ...subjects.map((subject) => attempt(db, subject, now))])
  const allowed = (attempts as { id: number }[][]).every((rows) => rows.length === 1)
  return allowed
    ? { person: found[0] ?? null, attemptIds: (attempts as { id: number }[][]).flat().map(({ id }) => id) }
    : null
}

/** Takes one attempt of every subject; false when one has none left. */
export async function mayAttempt(
  db: Database,
  subjects: readonly string[],
  now: Date,
  atMost: number,
): Promise<boolean> {
  const [first, ...rest] = subjects.map((subject) => attempt(db, subject, now, atMost))
  if (!first) return true
  return (await db.read([first, ...rest])).every((rows) => rows.length === 1)
}

/** A success forgives the account's earlier failures and gives this attempt back; old rows go with them. */
export const forgiveFailures = (db: Database, account: string, attemptIds: readonly number[], now: Date): Statement =>
  db.query
    .delete(loginFailures)
    .where(
      or(
        eq(loginFailures.subject, account),
        sql`${loginFailures.id} in (select value from json_each(${JSON.stringify(attemptIds)}))`,
        lt(loginFailures.failedAt, failureWindow(now)),
      ),
    )
