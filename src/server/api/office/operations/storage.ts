import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { sizesOfPackages } from '#api/catalogue/packages/views.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { sizesOfRecordFiles } from '#api/courses/xapi/views.ts'
import { storedFileSizes } from '#api/foundation/files/views.ts'
import { dueSince, isDue } from '#api/foundation/jobs/claim-storage.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { countRequestsSince, findLastClockRun } from '#api/foundation/request-metrics/storage.ts'
import { filesOfSubmissions } from '#api/participation/submissions/views.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import type { NewRestoreDrill } from './contract.ts'
import { type AlertRule, type OperationsFacts, operationsLimits } from './rules.ts'
import { alerts, restoreDrills } from './table.ts'

const { scheduled, queued, running, failed } = jobStates

/** Kind of the daily job that measures the files. */
export const measureKind = 'operations.measure'

/**
 * Reads the state of the job queue: the numbers of jobs that are due, running and failed, and since when the longest
 * waiting one is due. A job whose worker has died is due and not running.
 */
export async function readQueue(db: Database, now: Date) {
  const due = isDue(now)
  const [row] = await db.query
    .select({
      due: sql<number>`count(*) filter (where ${due})`.as('due_jobs'),
      oldestDue: sql<string | null>`min(${dueSince}) filter (where ${due})`.as('oldest_due'),
      running: sql<number>`count(*) filter (where state = ${running} and not ${due})`.as('running_jobs'),
      failed: sql<number>`count(*) filter (where state = ${failed})`.as('failed_jobs'),
    })
    .from(jobs)
    .where(inArray(jobs.state, [scheduled, queued, running, failed]))
  return {
    due: row?.due ?? 0,
    oldestDue: row?.oldestDue ? new Date(row.oldestDue) : null,
    running: row?.running ?? 0,
    failed: row?.failed ?? 0,
  }
}

/**
 * Reads when the latest complete backup ended and how many files it lacked, and when the job was first queued. Without
 * a backup `last` is null and no file is missing; without a job `since` is null.
 */
export async function readBackup(db: Database) {
  const isBackup = eq(jobs.kind, 'backups.write')
  const [[latest], [first]] = await Promise.all([
    db.query
      .select({ last: jobs.finishedAt, missing: sql<number | null>`result ->> '$.files.missing'`.as('missing_files') })
      .from(jobs)
      // Without a bucket the job succeeds and has made no backup.
      .where(and(isBackup, sql`result ->> '$.backup' is not null`))
      .orderBy(desc(jobs.createdAt))
      .limit(1),
    db.query.select({ since: jobs.createdAt }).from(jobs).where(isBackup).orderBy(jobs.createdAt).limit(1),
  ])
  return { last: latest?.last ?? null, since: first?.since ?? null, missingFiles: latest?.missing ?? 0 }
}

/**
 * Reads the facts that alerts are judged by, in one round trip: the latest backup, the latest clock run, failed jobs,
 * recent requests and the oldest due job. Writes nothing.
 */
export async function readFacts({ db, env, now }: Pick<Visitor, 'db' | 'env' | 'now'>): Promise<OperationsFacts> {
  const [backup, lastClockRun, recent, queue] = await Promise.all([
    readBackup(db),
    findLastClockRun(db),
    countRequestsSince(db, new Date(now.getTime() - operationsLimits.errorWindowMs)),
    readQueue(db, now),
  ])
  // A deployment may leave the bucket out of its wrangler.toml.
  const isConfigured = Boolean(env.BACKUPS)
  const { last, since } = backup
  return {
    backup: { isConfigured, last, since },
    lastClockRun,
    failedJobs: queue.failed,
    recent,
    oldestDue: queue.oldestDue,
  }
}

/**
 * Lists the failed jobs created last, the latest first, at most 20. Payload and error are not read: they may name a
 * person.
 */
export const listDeadLetters = (db: Database) =>
  db.query
    .select({ id: jobs.id, kind: jobs.kind, attempts: jobs.attempts, finished: jobs.finishedAt })
    .from(jobs)
    .where(eq(jobs.state, failed))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(20)

/**
 * Counts the files that rows of the database name, in R2, and their total bytes: stored files, course packages,
 * submissions and xAPI documents. Reads whole tables, so it is for the daily job alone.
 */
export async function countFiles(db: Database) {
  const [row] = await db.query
    .select({
      files: sql<number>`count(*)`.as('file_count'),
      bytes: sql<number>`coalesce(sum(sized.size), 0)`.as('file_bytes'),
    })
    .from(
      sql`(select size from ${storedFileSizes} union all select size from ${sizesOfPackages}
        union all select size from ${filesOfSubmissions} union all select size from ${sizesOfRecordFiles}) sized`,
    )
  return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 }
}

/**
 * Returns the number and bytes of files that the latest successful run of `operations.measure` counted, and when; null
 * before the first.
 */
export async function findMeasuredFiles(db: Database) {
  const [row] = await db.query
    .select({ counted: jobs.result, measured: jobs.finishedAt })
    .from(jobs)
    .where(and(eq(jobs.kind, measureKind), eq(jobs.state, jobStates.succeeded)))
    .orderBy(desc(jobs.createdAt))
    .limit(1)
  if (!row?.counted || !row.measured) return null
  return { count: Number(row.counted['files']), bytes: Number(row.counted['bytes']), measured: row.measured }
}

/**
 * Lists the alerts (one incident each) that are open or began in the last thirty days, the latest first, at most 50.
 */
export const listAlerts = (db: Database, now: Date) =>
  db.query
    .select()
    .from(alerts)
    .where(or(isNull(alerts.clearedAt), gt(alerts.openedAt, new Date(now.getTime() - daysOfAlerts))))
    .orderBy(desc(alerts.openedAt), desc(alerts.id))
    .limit(50)

export type AlertRow = typeof alerts.$inferSelect

/** Lists the alerts that are not cleared yet, in no order, at most one of each rule. */
export const listOpenAlerts = (db: Database): Promise<AlertRow[]> =>
  db.query.select().from(alerts).where(isNull(alerts.clearedAt))

/**
 * Returns the statement that opens an alert of a rule. The commit fails while one of the same rule is open; nobody is
 * notified here.
 */
export const openAlert = (db: Database, rule: AlertRule, now: Date): Statement =>
  db.query.insert(alerts).values({ rule, openedAt: now, changedAt: now })

/**
 * Returns the statement that confirms at `now` that an alert's rule is still broken. The commit fails as
 * `changed_meanwhile` when another run has changed the alert.
 */
export const prolongAlert = (db: Database, { id, changedAt }: AlertRow, now: Date): Statement =>
  db.query
    .update(alerts)
    .set({ changedAt: ifUnmodifiedSince(alerts.changedAt, changedAt, now) })
    .where(eq(alerts.id, id))

/**
 * Returns the statement that clears an alert, whose rule is no longer broken. The commit fails as `changed_meanwhile`
 * when another run has changed it; nobody is notified here.
 */
export const clearAlert = (db: Database, { id, changedAt }: AlertRow, now: Date): Statement =>
  db.query
    .update(alerts)
    .set({ clearedAt: now, changedAt: ifUnmodifiedSince(alerts.changedAt, changedAt, now) })
    .where(eq(alerts.id, id))

/** Milliseconds that incidents are kept. */
const daysOfAlerts = 30 * 86_400_000

/** Returns the statement that removes alerts that were cleared and began more than thirty days ago. */
export const removeOldAlerts = (db: Database, now: Date): Statement =>
  db.query
    .delete(alerts)
    .where(and(sql`cleared_at is not null`, lt(alerts.openedAt, new Date(now.getTime() - daysOfAlerts))))

/** Finds the day and the duration in minutes of the latest rehearsal of restoring a backup; null before the first. */
export async function findLastDrill(db: Database) {
  const [row] = await db.query
    .select({ day: restoreDrills.day, minutes: restoreDrills.minutes })
    .from(restoreDrills)
    .orderBy(desc(restoreDrills.day), desc(restoreDrills.id))
    .limit(1)
  return row ?? null
}

/** Returns the statement that stores a rehearsal of restoring a backup, recorded by the caller. */
export const insertDrill = ({ db, actor, now }: Ctx, drill: NewRestoreDrill): Statement =>
  db.query.insert(restoreDrills).values({ ...drill, recordedByUserId: actor.id, createdAt: now })
