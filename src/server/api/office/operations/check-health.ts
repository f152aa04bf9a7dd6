import { migrationNames } from 'virtual:migrations'
import { sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { healthWriteName, toDurationBound, toMinute } from '#api/foundation/request-metrics/rules.ts'
import { writeRequestMetrics } from '#api/foundation/request-metrics/storage.ts'
import { listMigrations } from '#api/office/backups/storage.ts'
import { type AlertRule, alertRules, listBrokenRules } from './rules.ts'
import { readFacts } from './storage.ts'

const readOne = sql`select 1 as one`

type HealthCheckName = 'databaseRead' | 'databaseWrite' | 'files' | 'migrations' | AlertRule

/** One check of the portal's health; without personal data, so that an outside monitor may store it. */
interface HealthCheck {
  name: HealthCheckName
  ok: boolean
  /** A number, a moment or names that say more; null when there is nothing to say. */
  detail: string | null
}

export interface HealthReport {
  ok: boolean
  checked: string
  checks: HealthCheck[]
}

const timeoutMs = 5_000

/**
 * Returns the result of work that ends within five seconds. The work goes on when it takes longer.
 *
 * @throws Error when the work takes five seconds, or the error of the work.
 */
export async function withinTimeout<Value>(work: Promise<Value>): Promise<Value> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('timed out')), timeoutMs)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Outcome = Omit<HealthCheck, 'name'>

async function check(ctx: Visitor, name: HealthCheckName, work: () => Promise<Outcome>): Promise<HealthCheck> {
  try {
    return { name, ...(await withinTimeout(work())) }
  } catch (error) {
    ctx.log.error('health.failed', error, { check: name })
    return { name, ok: false, detail: 'failed' }
  }
}

const fine: Outcome = { ok: true, detail: null }

/** Writes a real row, since a full or failing disk still reads. */
async function tryWrite({ db, now }: Visitor): Promise<Outcome> {
  const maxMs = toDurationBound(Date.now() - now.getTime())
  await writeRequestMetrics(db, [{ minute: toMinute(now), name: healthWriteName, maxMs, requests: 1, errors: 0 }])
  return fine
}

async function comparePending({ db }: Visitor): Promise<Outcome> {
  const applied = new Set(await listMigrations(db))
  const pending = migrationNames.filter((name) => !applied.has(name))
  return { ok: pending.length === 0, detail: pending.length > 0 ? pending.join(', ') : null }
}

async function checkRules(ctx: Visitor): Promise<HealthCheck[]> {
  const facts = await withinTimeout(readFacts(ctx))
  const broken = listBrokenRules(facts, ctx.now)
  const details: Record<AlertRule, string | null> = {
    backup: facts.backup.isConfigured ? (facts.backup.last?.toISOString() ?? null) : 'no bucket',
    clock: facts.lastClockRun?.toISOString() ?? null,
    deadLetters: String(facts.failedJobs),
    errors: `${facts.recent.errors} of ${facts.recent.requests}`,
    queue: facts.oldestDue?.toISOString() ?? null,
  }
  return alertRules.map((name) => ({ name, ok: !broken.includes(name), detail: details[name] }))
}

/** Returns whether the database answers a read within five seconds. A failure is logged, not thrown. */
export async function isReady(ctx: Visitor): Promise<boolean> {
  const { ok } = await check(ctx, 'databaseRead', async () => {
    await ctx.db.rows(readOne)
    return fine
  })
  return ok
}

/**
 * Checks database, file store, pending migrations and the rules of alerts of the portal. A part that fails or takes
 * five seconds is not ok, and the failure is logged. The database is checked by a read and by writing a row of request
 * metrics. `ok` is false when one part is not. Rejects for no failure.
 */
export async function checkHealth(ctx: Visitor): Promise<HealthReport> {
  const [read, write, files, migrations, rules] = await Promise.all([
    isReady(ctx).then((ok): HealthCheck => ({ name: 'databaseRead', ok, detail: null })),
    check(ctx, 'databaseWrite', () => tryWrite(ctx)),
    check(ctx, 'files', async () => {
      await ctx.files.head('-')
      return fine
    }),
    check(ctx, 'migrations', () => comparePending(ctx)),
    checkRules(ctx).catch((): HealthCheck[] => alertRules.map((name) => ({ name, ok: false, detail: 'unknown' }))),
  ])
  const checks = [read, write, files, migrations, ...rules]
  return { ok: checks.every(({ ok }) => ok), checked: ctx.now.toISOString(), checks }
}
