import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { countFailedMails } from '#api/foundation/mails/storage.ts'
import { estimatePercentile } from '#api/foundation/request-metrics/rules.ts'
import { findClockRuns, sumMetricsSince } from '#api/foundation/request-metrics/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { readDatabaseSize } from '#platform/database.ts'
import { withinTimeout } from './check-health.ts'
import { type NewRestoreDrill, type Operations, operationsCalls, type PortalStatus } from './contract.ts'
import { alertRules, listBrokenRules, parseReceivers } from './rules.ts'
import {
  countFiles,
  findLastDrill,
  insertDrill,
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

const toCalls = (metrics: readonly SummedMetric[]): Operations['calls'] =>
  [...Map.groupBy(metrics, ({ name }) => name)]
    .map(([name, own]) => ({ name, ...summarize(own) }))
    .toSorted((one, other) => other.requests - one.requests || one.name.localeCompare(other.name))

const dayMs = 86_400_000

async function loadOperations(ctx: Ctx): Promise<Operations> {
  const { db, env, now } = ctx
  const yesterday = new Date(now.getTime() - dayMs)
  const [facts, metrics, clock, queue, backup, deadLetters, mails, databaseBytes, files, drill, alerts] =
    await Promise.all([
      readFacts(ctx),
      sumMetricsSince(db, yesterday),
      findClockRuns(db, yesterday),
      readQueue(db, now),
      readBackup(db),
      listDeadLetters(db),
      countFailedMails(db),
      readDatabaseSize(db),
      countFiles(db),
      findLastDrill(db),
      listAlerts(db, now),
    ])
  const { failed, ...waiting } = queue
  return {
    checked: now,
    broken: listBrokenRules(facts, now),
    total: summarize(metrics),
    calls: toCalls(metrics),
    clock: { ...clock, last: clock.last ?? facts.lastClockRun },
    queue: waiting,
    deadLetters: { total: failed, items: deadLetters },
    mails: { failed: mails.count, oldestFailed: mails.oldest },
    storage: { databaseBytes, files: files.files, fileBytes: files.bytes },
    backup: { isConfigured: facts.backup.isConfigured, last: backup.last, missingFiles: backup.missingFiles },
    drill,
    alerts: alerts.map(({ rule, openedAt, clearedAt }) => ({ rule, opened: openedAt, cleared: clearedAt })),
    hasReceivers: parseReceivers(env.ALERT_MAIL).length > 0,
  }
}

/** Checks the parts of the portal. It never fails, since the edge would answer with an older status then. */
async function loadStatus(ctx: Visitor): Promise<PortalStatus> {
  const [facts, files] = await Promise.allSettled([withinTimeout(readFacts(ctx)), withinTimeout(ctx.files.head('-'))])
  if (facts.status === 'rejected') ctx.log.error('status.failed', facts.reason)
  // A portal that has just been started has had no run of the clock yet, and works.
  const broken =
    facts.status === 'fulfilled'
      ? listBrokenRules({ ...facts.value, lastClockRun: facts.value.lastClockRun ?? ctx.now }, ctx.now)
      : alertRules
  return {
    checked: ctx.now,
    pages: !broken.includes('errors'),
    background: !broken.includes('queue') && !broken.includes('clock'),
    files: files.status === 'fulfilled',
  }
}

function noteDrill(ctx: Ctx, drill: NewRestoreDrill) {
  const t = translator(ctx.language, 'refusals')
  if (drill.day > toPortalDay(ctx.now))
    throw new Refused('invalid_input', { fields: { day: t('invalid.completed_in_future') } })
  const { day, minutes } = drill
  return ctx.db.commit([
    insertDrill(ctx, drill),
    recordAudit(ctx, 'restoreDrill.recorded', { type: 'restoreDrill', id: day }, { minutes }),
  ])
}

export const routes = serve(operationsCalls, {
  'GET /Operations': (_input, ctx) => loadOperations(ctx),
  'POST /Operations/restoreDrills': async ({ body }, ctx) => {
    await noteDrill(ctx, body)
    return undefined
  },
  'GET /Status': (_input, ctx) => loadStatus(ctx),
})
