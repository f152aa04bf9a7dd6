import type { Ctx } from '#api/context.ts'
import { countFailedMails } from '#api/foundation/mails/storage.ts'
import { estimatePercentile } from '#api/foundation/request-metrics/rules.ts'
import { findClockRuns, findLastClockRun, sumMetricsSince } from '#api/foundation/request-metrics/storage.ts'
import { countWaiting } from '#api/money/fortnox/batch-storage.ts'
import { readStatus } from '#api/money/fortnox/connect.ts'
import { readDatabaseSize } from '#platform/database.ts'
import type { CallMetrics, Operations, OperationsPart } from './contract.ts'
import { listBrokenRules, parseReceivers } from './rules.ts'
import {
  findLastDrill,
  findMeasuredFiles,
  listAlerts,
  listDeadLetters,
  readBackup,
  readFacts,
  readQueue,
} from './storage.ts'

type SummedMetric = Awaited<ReturnType<typeof sumMetricsSince>>[number]

const summarize = (metrics: readonly SummedMetric[]) => ({
  requests: metrics.reduce((sum, { requests }) => sum + requests, 0),
  errors: metrics.reduce((sum, { errors }) => sum + errors, 0),
  p95Ms: estimatePercentile(metrics, 0.95),
})

const toCalls = (metrics: readonly SummedMetric[]): CallMetrics[] =>
  [...Map.groupBy(metrics, ({ name }) => name)]
    .map(([name, own]) => ({ name, ...summarize(own) }))
    .toSorted((one, other) => other.requests - one.requests || one.name.localeCompare(other.name))

const dayMs = 86_400_000

async function loadRequests({ db }: Ctx, since: Date): Promise<Operations['requests']> {
  const metrics = await sumMetricsSince(db, since)
  return { total: summarize(metrics), calls: toCalls(metrics) }
}

async function loadClock({ db }: Ctx, since: Date): Promise<Operations['clock']> {
  const [runs, last] = await Promise.all([findClockRuns(db, since), findLastClockRun(db)])
  return { ...runs, last: runs.last ?? last }
}

async function loadQueue({ db, now }: Ctx): Promise<Operations['queue']> {
  const { due, running, oldestDue } = await readQueue(db, now)
  return { due, running, oldestDue }
}

async function loadDeadLetters({ db, now }: Ctx): Promise<Operations['deadLetters']> {
  const [items, { failed }] = await Promise.all([listDeadLetters(db), readQueue(db, now)])
  return { total: failed, items }
}

async function loadMails({ db }: Ctx): Promise<Operations['mails']> {
  const { count, oldest } = await countFailedMails(db)
  return { failed: count, oldestFailed: oldest }
}

async function loadBackup({ db, env }: Ctx): Promise<Operations['backup']> {
  const { last, missingFiles } = await readBackup(db)
  return { isConfigured: Boolean(env.BACKUPS), last, missingFiles }
}

const loadAlerts = async ({ db, now }: Ctx): Promise<Operations['alerts']> =>
  (await listAlerts(db, now)).map(({ rule, openedAt, clearedAt }) => ({ rule, opened: openedAt, cleared: clearedAt }))

async function loadFortnox(ctx: Ctx): Promise<Operations['fortnox']> {
  const [{ trouble }, waitingCount] = await Promise.all([readStatus(ctx), countWaiting(ctx.db)])
  return { trouble, waitingCount }
}

/**
 * Reports how the portal has run in the last 24 hours: requests, jobs, mails, storage, backups, broken rules of alerts.
 * One round trip. A part that cannot be read is null and named in `unread`; the others are reported all the same.
 * Access is not checked here.
 */
export async function loadOperations(ctx: Ctx): Promise<Operations> {
  const { db, env, now } = ctx
  const yesterday = new Date(now.getTime() - dayMs)
  const unread: OperationsPart[] = []
  const read = <Value>(part: OperationsPart, work: Promise<Value>): Promise<Value | null> =>
    work.catch((error: unknown) => {
      ctx.log.error('operations.unread', error, { part })
      unread.push(part)
      return null
    })
  const [broken, requests, clock, queue, deadLetters, mails, databaseBytes, files, backup, drill, alerts, fortnox] =
    await Promise.all([
      read(
        'rules',
        readFacts(ctx).then((facts) => listBrokenRules(facts, now)),
      ),
      read('requests', loadRequests(ctx, yesterday)),
      read('clock', loadClock(ctx, yesterday)),
      read('queue', loadQueue(ctx)),
      read('deadLetters', loadDeadLetters(ctx)),
      read('mails', loadMails(ctx)),
      read('database', readDatabaseSize(db)),
      read('files', findMeasuredFiles(db)),
      read('backup', loadBackup(ctx)),
      read('drill', findLastDrill(db)),
      read('alerts', loadAlerts(ctx)),
      read('fortnox', loadFortnox(ctx)),
    ])
  const figures = { broken, requests, clock, queue, deadLetters, mails, databaseBytes, files, backup, drill, alerts }
  return { checked: now, unread, ...figures, fortnox, hasReceivers: parseReceivers(env.ALERT_MAIL).length > 0 }
}
