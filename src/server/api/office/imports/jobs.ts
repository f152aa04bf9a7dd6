import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { markProgress } from '#api/foundation/jobs/claim-storage.ts'
import type { JobContinuation, JobHandler, JobResult } from '#api/foundation/jobs/run.ts'
import { type Job, queueJob } from '#api/foundation/jobs/storage.ts'
import type { Database } from '#platform/database.ts'
import { deleteOldRows, listAddedPeople } from './apply-storage.ts'
import { applyNextRows, checkNextRows, type ProcessedRows } from './import-rows.ts'
import { pause } from './pause.ts'
import { batchStatuses } from './rules.ts'
import { type Batch, changeBatchStatus, countProcessedRows, findBatch } from './storage.ts'
import { daysToUndo, undoNextRows } from './undo-import.ts'
import { countUndone, markUndoDone } from './undo-storage.ts'

interface ImportPayload {
  batchId: number
  /** Number of the last processed row. */
  after?: number
}

/** Limits of one run: a Worker may make 1,000 D1 queries and use 30 s of CPU per invocation. */
const maxSpansPerRun = 25
const maxRunMs = 10_000

interface Steps {
  job: Job
  total: number
  done: number
  next: (after: number) => Promise<ProcessedRows>
}

type RunState = 'over' | 'lost' | { after: number; done: number }

/**
 * Processes spans until the limits of a run and stores the progress after each. Returns `over` when no rows are left,
 * `lost` when the job was cancelled or taken over by another runner, else the position to continue from.
 */
async function processSpans(
  db: Database,
  { after = 0 }: ImportPayload,
  { job, total, done, next }: Steps,
): Promise<RunState> {
  const until = Date.now() + maxRunMs
  let state = { after, done }
  for (let span = 0; span < maxSpansPerRun && Date.now() < until; span++) {
    const progress = await next(state.after)
    if (!progress) return 'over'
    state = { after: progress.after, done: state.done + progress.rows }
    if (!(await markProgress(db, job, { done: state.done, total }))) return 'lost'
    await pause()
  }
  return state
}

const toRest = ({ id, rowCount }: Batch, { after, done }: Exclude<RunState, string>): JobContinuation => ({
  rest: { batchId: id, after },
  progress: { done, total: rowCount },
})

/** Checks the rows of a long file for the preview. Idempotent: checked rows are skipped. */
async function read(ctx: Ctx<null>, work: ImportPayload, job: Job): Promise<JobContinuation | undefined> {
  const batch = await findBatch(ctx.db, work.batchId)
  if (batch?.status !== batchStatuses.reading) return
  const done = await countProcessedRows(ctx.db, batch.id, false)
  const next = (after: number) => checkNextRows(ctx, batch.id, after)
  const state = await processSpans(ctx.db, work, { job, total: batch.rowCount, done, next })
  if (state === 'lost') return
  if (state !== 'over') return toRest(batch, state)
  await ctx.db.commit([changeBatchStatus(ctx.db, batch.id, [batchStatuses.reading], batchStatuses.staged, ctx.now)])
  return
}

/** Applies an import. Idempotent: applied rows are skipped and existing completions do not change. */
async function run(ctx: Ctx<null>, work: ImportPayload, job: Job): Promise<JobContinuation | JobResult | undefined> {
  const batch = await findBatch(ctx.db, work.batchId)
  if (batch?.status !== batchStatuses.running) return
  const done = await countProcessedRows(ctx.db, batch.id, true)
  ctx.changedTags.push('educations')
  const next = (after: number) => applyNextRows(ctx, batch, after)
  const state = await processSpans(ctx.db, work, { job, total: batch.rowCount, done, next })
  if (state === 'lost') return
  if (state !== 'over') return toRest(batch, state)
  await ctx.db.commit([
    changeBatchStatus(ctx.db, batch.id, [batchStatuses.running], batchStatuses.done, ctx.now),
    recordAudit(ctx, 'import.done', { type: 'import', id: batch.id }, { rows: batch.rowCount }),
    queueJob(ctx, 'imports.licenses', { batchId: batch.id }, { key: `imports.licenses:${batch.id}` }),
  ])
  return { result: { batchId: batch.id, added: (await findBatch(ctx.db, batch.id))?.addedCount ?? 0 } }
}

/** Commits of one run of the undo; each has a statement for each of its rows. */
const maxUndoCommits = 10

/** Undoes an import. Idempotent: rows that it has reached are skipped. */
async function undo(
  ctx: Ctx<null>,
  { batchId, after = 0 }: ImportPayload,
  job: Job,
): Promise<JobContinuation | undefined> {
  const batch = await findBatch(ctx.db, batchId)
  if (!batch?.undoStartedAt || batch.undoneAt) return
  ctx.changedTags.push('educations')
  let position = after
  for (let commits = 0; commits < maxUndoCommits; commits++) {
    const progress = await undoNextRows(ctx, batchId, position)
    if (!progress) return void (await ctx.db.commit([markUndoDone(ctx, batchId)]))
    position = progress.after
    const { results, changed } = await countUndone(ctx.db, batchId)
    if (!(await markProgress(ctx.db, job, { done: results + changed, total: batch.addedCount }))) return
    await pause()
  }
  return { rest: { batchId, after: position } }
}

const peoplePerRun = 50

/** Queues the licence evaluation of each person who received a result. */
async function licenses(ctx: Ctx<null>, { batchId, after = 0 }: ImportPayload): Promise<JobContinuation | undefined> {
  const people = await listAddedPeople(ctx.db, batchId, after, peoplePerRun)
  await ctx.db.commit(people.map((userId) => queueJob(ctx, 'licenses.evaluate', { userId })))
  const last = people.at(-1)
  return last === undefined ? undefined : { rest: { batchId, after: last } }
}

async function forget(ctx: Ctx<null>): Promise<undefined> {
  await ctx.db.commit(deleteOldRows(ctx.db, subDays(ctx.now, daysToUndo), ctx.now))
}

export const jobs: Record<string, JobHandler> = {
  'imports.forget': forget,
  'imports.licenses': licenses,
  'imports.read': read,
  'imports.run': run,
  'imports.undo': undo,
}
