import { subDays } from 'date-fns'
import { desc, lt, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { people } from '#api/foundation/audit/people.ts'
import { toNetwork } from '#api/network.ts'
import type { RefusalCode } from '#api/refusals.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { signText } from '#platform/rotating-secret.ts'
import type { RefusedAttempt } from './contract.ts'
import { refusedAttemptLimits } from './rules.ts'
import { refusedAttempts } from './table.ts'

export interface RefusedCall {
  call: string
  code: RefusalCode
  path: string
  /** The user name of the attempt. */
  name: string | null
  /** Number since the last record. */
  count: number
}

const hourOf = (at: Date) => at.toISOString().slice(0, 13)

/**
 * Identifies the subject: an account by its id, an unknown name by a hash, since people type passwords into the wrong
 * field.
 */
async function subjectOf({ actor, env }: Visitor, name: string | null): Promise<SQL> {
  if (actor?.integration) return sql`${`integration:${actor.integration.accountId}`}`
  if (actor) return sql`${`user:${actor.id}`}`
  if (name === null) return sql`''`
  const hash = signText(env.SESSION_SECRET, `refused name ${name.toLowerCase()}`).slice(0, 16)
  return sql`coalesce((select 'user:' || named.id from ${people} named where lower(named.user_name) = lower(${name})), ${`name:${hash}`})`
}

const countOne = {
  count: sql`refused_attempts.count + excluded.count`,
  lastAt: sql`excluded.last_at`,
  path: sql`excluded.path`,
}
const { hour, call, code, address, subject } = refusedAttempts
const key = [hour, call, code, address, subject]

const rowsWhere = (condition: SQL) => sql`(select count(*) from refused_attempts where ${condition})`

/** Counts the refusal in its row of the hour, or inserts the row while the hour and the network have room. */
function countRefusal({ db, now, address: from }: Visitor, refusal: RefusedCall, whose: SQL): Statement {
  const [inHour, network, at] = [hourOf(now), toNetwork(from), now.toISOString()]
  return insertFrom(
    db.query,
    refusedAttempts,
    {
      hour: inHour,
      call: refusal.call,
      code: refusal.code,
      address: network,
      subject: sql`tried.subject`,
      path: refusal.path,
      count: refusal.count,
      firstAt: at,
      lastAt: at,
    },
    sql`from (select ${whose} as subject) tried
        where (${rowsWhere(sql`hour = ${inHour}`)} < ${refusedAttemptLimits.rows}
            and ${rowsWhere(sql`hour = ${inHour} and address = ${network}`)} < ${refusedAttemptLimits.rowsFromNetwork})
          or exists (select 1 from refused_attempts known where known.hour = ${inHour} and known.call = ${refusal.call}
            and known.code = ${refusal.code} and known.address = ${network} and known.subject = tried.subject)`,
  ).onConflictDoUpdate({ target: key, set: countOne })
}

/** Counts the refusal in the row of the rest when the statement before found no room. */
const countRest = ({ db, now }: Visitor, { count }: RefusedCall): Statement =>
  insertFrom(
    db.query,
    refusedAttempts,
    {
      hour: hourOf(now),
      call: 'other',
      code: 'other',
      address: '',
      subject: '',
      path: '',
      count,
      firstAt: now.toISOString(),
      lastAt: now.toISOString(),
    },
    sql`where changes() = 0`,
  ).onConflictDoUpdate({ target: key, set: countOne })

/**
 * Counts a refused attempt in its row of the hour and removes rows older than 90 days, at once. An attempt is a call
 * that the portal refused, such as a sign-in.
 *
 * An hour has at most 500 rows, 50 from one network; further ones are counted together in one row. An unknown user name
 * is stored as a keyed hash.
 */
export async function recordRefusedAttempt(ctx: Visitor, refusal: RefusedCall): Promise<void> {
  const whose = await subjectOf(ctx, refusal.name)
  const before = hourOf(subDays(ctx.now, refusedAttemptLimits.daysKept))
  await ctx.db.commit([
    ctx.db.query.delete(refusedAttempts).where(lt(refusedAttempts.hour, before)),
    countRefusal(ctx, refusal, whose),
    countRest(ctx, refusal),
  ])
}

const numberAfter = (kind: string, text: string) => (text.startsWith(kind) ? Number(text.slice(kind.length)) : null)

const userName = sql<string | null>`(select tried_user.user_name from ${people} tried_user
  where 'user:' || tried_user.id = refused_attempts.subject)`

/**
 * Lists at most 200 rows of refused attempts (calls that the portal refused), the latest first. A row counts the equal
 * attempts of one hour. `userId` and `userName` are null without an account; `nameHash` is null unless an unknown user
 * name was tried. Access is not checked here.
 */
export async function listRefusedAttempts(db: Database): Promise<RefusedAttempt[]> {
  const rows = await db.query
    .select({ row: refusedAttempts, userName: userName.as('tried_user_name') })
    .from(refusedAttempts)
    .orderBy(desc(refusedAttempts.lastAt))
    .limit(refusedAttemptLimits.listed)
  return rows.map(({ row, userName: triedName }) => ({
    call: row.call,
    code: row.code,
    address: row.address,
    path: row.path,
    count: row.count,
    first: row.firstAt,
    last: row.lastAt,
    userName: triedName,
    userId: numberAfter('user:', row.subject),
    nameHash: row.subject.startsWith('name:') ? row.subject.slice('name:'.length) : null,
  }))
}
