import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobHandler, Made, Rest } from '#api/foundation/jobs/run.ts'
import { type Job, markProgress, queueJob } from '#api/foundation/jobs/storage.ts'
import type { Database } from '#platform/database.ts'
import { forgetOld, listAddedPeople } from './apply-storage.ts'
import { applyNext, type Dealt, judgeNext } from './import-rows.ts'
import { pause } from './pause.ts'
import { batchStatuses } from './rules.ts'
import { type Batch, countDone, findBatch, moveBatch } from './storage.ts'

interface Work {
  batchId: number
  /** The last row that was dealt with. */
  after?: number
}

/** A run may ask the database a thousand times and use the processor for 30 seconds, and the next one waits a second for its message. */
const spansPerRun = 25
const msPerRun = 10_000

interface Steps {
  job: Job
  total: number
  done: number
  next: (after: number) => Promise<Dealt>
}

type Stand = 'over' | 'lost' | { after: number; done: number }

/** Runs spans for a while and tells after each how far it has come; lost is a job that was called off, or taken over by another runner. */
async function through(db: Database, { after = 0 }: Work, { job, total, done, next }: Steps): Promise<Stand> {
  const until = Date.now() + msPerRun
  let stand = { after, done }
  for (let span = 0; span < spansPerRun && Date.now() < until; span++) {
    const dealt = await next(stand.after)
    if (!dealt) return 'over'
    stand = { after: dealt.after, done: stand.done + dealt.rows }
    if (!(await markProgress(db, job, { done: stand.done, total }))) return 'lost'
    await pause()
  }
  return stand
}

const restOf = ({ id, rowCount }: Batch, { after, done }: Exclude<Stand, string>): Rest => ({
  rest: { batchId: id, after },
  progress: { done, total: rowCount },
})

/** Reads a long file's rows for the preview. A row that is judged is not judged again. */
async function read(ctx: Ctx<null>, work: Work, job: Job): Promise<Rest | undefined> {
  const batch = await findBatch(ctx.db, work.batchId)
  if (batch?.status !== batchStatuses.reading) return
  const done = await countDone(ctx.db, batch.id, false)
  const next = (after: number) => judgeNext(ctx, batch.id, after)
  const stand = await through(ctx.db, work, { job, total: batch.rowCount, done, next })
  if (stand === 'lost') return
  if (stand !== 'over') return restOf(batch, stand)
  await ctx.db.commit([moveBatch(ctx.db, batch.id, [batchStatuses.reading], batchStatuses.staged, ctx.now)])
  return
}

/** Applies an import. A row that is applied is not applied again, and what is completed stays as it is. */
async function run(ctx: Ctx<null>, work: Work, job: Job): Promise<Rest | Made | undefined> {
  const batch = await findBatch(ctx.db, work.batchId)
  if (batch?.status !== batchStatuses.running) return
  const done = await countDone(ctx.db, batch.id, true)
  ctx.changes.push('educations')
  const next = (after: number) => applyNext(ctx, batch, after)
  const stand = await through(ctx.db, work, { job, total: batch.rowCount, done, next })
  if (stand === 'lost') return
  if (stand !== 'over') return restOf(batch, stand)
  await ctx.db.commit([
    moveBatch(ctx.db, batch.id, [batchStatuses.running], batchStatuses.done, ctx.now),
    recordAudit(ctx, 'import.done', { type: 'import', id: batch.id }, { rows: batch.rowCount }),
    queueJob(ctx, 'imports.licenses', { batchId: batch.id }, { key: `imports.licenses:${batch.id}` }),
  ])
  return { result: { batchId: batch.id, added: (await findBatch(ctx.db, batch.id))?.addedCount ?? 0 } }
}

const peoplePerRun = 50

/** What was imported may open licences; each person's own job decides that. */
async function licenses(ctx: Ctx<null>, { batchId, after = 0 }: Work): Promise<Rest | undefined> {
  const people = await listAddedPeople(ctx.db, batchId, after, peoplePerRun)
  await ctx.db.commit(people.map((userId) => queueJob(ctx, 'licenses.evaluate', { userId })))
  const last = people.at(-1)
  return last === undefined ? undefined : { rest: { batchId, after: last } }
}

const daysKept = 30

async function forget(ctx: Ctx<null>): Promise<undefined> {
  await ctx.db.commit(forgetOld(ctx.db, subDays(ctx.now, daysKept), ctx.now))
}

export const jobs: Record<string, JobHandler> = {
  'imports.forget': forget,
  'imports.licenses': licenses,
  'imports.read': read,
  'imports.run': run,
}
