import type { Ctx, Visitor } from '#api/context.ts'
import { openDatabase } from '#platform/database.ts'
import { clockName, toDurationBound, toMinute, toPeriod } from './rules.ts'
import { type RequestMetric, removeOldMetrics, writeRequestMetrics } from './storage.ts'

interface MeasuredRequest {
  /** Name of a call, or kind of request; never a URL, which may name a person. */
  name: string
  status: number
  ms: number
}

/** Requests of this isolate that are not written yet, by period, name and duration. */
const pending = new Map<string, RequestMetric>()
const maxPending = 2000
const msBetweenWrites = 60_000
/** When the isolate last wrote its counts, or counted its first request; null before that. */
let writtenAt: number | null = null

/** Adds counts to those that are not written yet. With 2000 of them a further name, duration or period is left out. */
function add(metric: RequestMetric): void {
  const { minute, name, maxMs, requests, errors } = metric
  const key = `${minute} ${maxMs} ${name}`
  const before = pending.get(key)
  if (!before && pending.size >= maxPending) return
  pending.set(
    key,
    before ? { ...before, requests: before.requests + requests, errors: before.errors + errors } : metric,
  )
}

async function writePending({ env, log }: Visitor): Promise<void> {
  const metrics = [...pending.values()]
  pending.clear()
  try {
    // A database of its own: the round trips of the request are counted and compared.
    await writeRequestMetrics(openDatabase(env.DB, null), metrics)
  } catch (error) {
    // A failing database makes the errors that alerts are about, so their counts wait for the next write.
    for (const metric of metrics) add(metric)
    log.error('metrics.unwritten', error)
  }
}

/**
 * Counts a request under its name with its duration in milliseconds, and sends it to Analytics Engine where bound. From
 * status 500 on it counts as an error. Each isolate writes its counts with the first request after a minute, when the
 * response has been sent; counts whose write fails are written with the next, and those of an isolate that ends before
 * are lost.
 */
export function recordRequest(ctx: Visitor, request: MeasuredRequest): void {
  const { name, status, ms } = request
  ctx.env.METRICS?.writeDataPoint({
    indexes: [name],
    blobs: [name, String(status)],
    doubles: [ms, ctx.db.roundTrips()],
  })
  const now = Date.now()
  const errors = status >= 500 ? 1 : 0
  add({ minute: toPeriod(new Date(now)), name, maxMs: toDurationBound(ms), requests: 1, errors })
  writtenAt ??= now
  if (now - writtenAt < msBetweenWrites) return
  writtenAt = now
  ctx.waitUntil(writePending(ctx))
}

/**
 * Writes the metrics of a run of the scheduled worker at once, and removes metrics of more than eight days ago. The
 * counts that the isolate has not written yet stay.
 * The run counts as one request under the minute in which it began, with its duration until now, and as an error with
 * `hasFailed`.
 */
export async function recordClockRun(ctx: Ctx<null>, hasFailed: boolean): Promise<void> {
  const maxMs = toDurationBound(Date.now() - ctx.now.getTime())
  const run = { minute: toMinute(ctx.now), name: clockName, maxMs, requests: 1, errors: hasFailed ? 1 : 0 }
  await writeRequestMetrics(ctx.db, [run], removeOldMetrics(ctx.db, ctx.now))
}
