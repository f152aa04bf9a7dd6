import { eq, inArray, lt, or, sql } from 'drizzle-orm'
import { loginFailures } from '#api/people/attempts/table.ts'
import { users } from '#api/people/users/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { type AttemptLimit, dayMs, quarterMs } from './rules.ts'

const signInColumns = {
  id: users.id,
  passwordHash: users.passwordHash,
  inactiveAt: users.inactiveAt,
  passwordExpiresAt: users.passwordExpiresAt,
}

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

const countSince = (subject: string, since: Date) =>
  sql`(select count(*) from login_failures where subject = ${subject} and failed_at > ${since.toISOString()})`

/**
 * Counts the attempt as a failure before the password is checked, so that concurrent attempts cannot exceed the limit.
 * Returns no row when the limit is reached.
 */
const attempt = (db: Database, { subject, inQuarter, inDay }: AttemptLimit, now: Date) =>
  insertFrom(
    db.query,
    loginFailures,
    { subject, failedAt: now.toISOString() },
    sql`where ${countSince(subject, ago(now, quarterMs))} < ${inQuarter}
          and ${countSince(subject, ago(now, dayMs))} < ${inDay}`,
  ).returning({ id: loginFailures.id })

/**
 * Counts an attempt to sign in against every limit, at once, and finds the person with the user name, in any case of
 * letters. Null when one of the limits is reached; a limit with room counts the attempt even then.
 *
 * `person` is null for an unknown name, and may be inactive. The attempt counts as a failure until `forgiveFailures`
 * removes `attemptIds`. The password is not checked here.
 */
export async function attemptSignIn(db: Database, limits: readonly AttemptLimit[], userName: string, now: Date) {
  const person = db.query.select(signInColumns).from(users).where(sql`lower(${users.userName}) = lower(${userName})`)
  const [found, ...attempts] = await db.query.batch([person, ...limits.map((limit) => attempt(db, limit, now))])
  const rows = attempts as { id: number }[][]
  const allowed = rows.every(({ length }) => length === 1)
  return allowed ? { person: found[0] ?? null, attemptIds: rows.flat().map(({ id }) => id) } : null
}

/**
 * Counts the failed sign-in attempts of a subject, such as a user name or an IP address, in the last 24 hours. An
 * attempt under way counts until it is forgiven.
 */
export async function countFailures(db: Database, subject: string, now: Date): Promise<number> {
  const [row] = await db.query
    .select({ failures: countSince(subject, ago(now, dayMs)).mapWith(Number) })
    .from(sql`(select 1)`)
  return row?.failures ?? 0
}

/**
 * Counts an attempt (a failure until it is forgiven) against every limit of its subject, in a transaction of its own.
 * False when one of them is reached, true for no limits. A limit is of a subject in 15 minutes and in 24 hours. One
 * with room counts the attempt even then.
 */
export async function countAttempts(db: Database, limits: readonly AttemptLimit[], now: Date): Promise<boolean> {
  const [first, ...rest] = limits.map((limit) => attempt(db, limit, now))
  if (!first) return true
  return (await db.query.batch([first, ...rest])).every((rows) => rows.length === 1)
}

/** Selects the attempt that must leave the window before another is possible; no row when there is room. */
const fullSince = (db: Database, subject: string, since: Date, limit: number) =>
  db.query
    .select({ at: sql<string>`${loginFailures.failedAt}`.as('full_since') })
    .from(loginFailures)
    .where(sql`${loginFailures.subject} = ${subject} and ${loginFailures.failedAt} > ${since.toISOString()}`)
    .orderBy(sql`${loginFailures.failedAt} desc`)
    .limit(1)
    .offset(limit - 1)

/**
 * Returns the seconds until every limit allows another attempt; at least one, also when all allow it now. Counts no
 * attempt.
 */
export async function secondsToWait(db: Database, limits: readonly AttemptLimit[], now: Date): Promise<number> {
  const windows = limits.flatMap(({ subject, inQuarter, inDay }) => [
    { subject, ms: quarterMs, limit: inQuarter },
    { subject, ms: dayMs, limit: inDay },
  ])
  const oldest = await Promise.all(windows.map(({ subject, ms, limit }) => fullSince(db, subject, ago(now, ms), limit)))
  const waits = oldest.map(([row], index) => (row ? Date.parse(row.at) + (windows[index]?.ms ?? 0) - now.getTime() : 0))
  return Math.max(1, Math.ceil(Math.max(...waits) / 1000))
}

/**
 * Returns the statement that, after a successful sign-in, deletes all failures of the account (a subject) and the given
 * attempts. It also deletes everybody's failures older than a day.
 */
export const forgiveFailures = (db: Database, account: string, attemptIds: readonly number[], now: Date): Statement =>
  db.query
    .delete(loginFailures)
    .where(
      or(
        eq(loginFailures.subject, account),
        sql`${loginFailures.id} in (select value from json_each(${JSON.stringify(attemptIds)}))`,
        lt(loginFailures.failedAt, ago(now, dayMs)),
      ),
    )

/**
 * Returns the statement that deletes at most `limit` sign-in failures, of anybody, older than a day, which no limit
 * counts any more.
 */
export const removeOldFailures = ({ query }: Database, now: Date, limit: number) => {
  const old = query
    .select({ id: loginFailures.id })
    .from(loginFailures)
    .where(lt(loginFailures.failedAt, new Date(now.getTime() - dayMs)))
    .limit(limit)
  return query.delete(loginFailures).where(inArray(loginFailures.id, old))
}
