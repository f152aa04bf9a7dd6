import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobHandler, Made, Rest } from '#api/foundation/jobs/run.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { forgetOld, listAddedPeople } from './apply-storage.ts'
import { applyNext, judgeNext } from './import-rows.ts'
import { batchStatuses } from './rules.ts'
import { countApplied, findBatch, moveBatch } from './storage.ts'

interface Work {
  batchId: number
  /** The last row that was dealt with, and how many there were until then. */
  after?: number
  done?: number
}

const spansPerRun = 4

/** Runs a few spans; answers where it stands, and whether nothing was left. */
async function through(work: Work, next: (after: number) => Promise<{ after: number; rows: number } | null>) {
  let { after = 0, done = 0 } = work
  for (let span = 0; span < spansPerRun; span++) {
    const dealt = await next(after)
    if (!dealt) return { isOver: true, after, done }
    after = dealt.after
    done += dealt.rows
  }
  return { isOver: false, after, done }
}

/** Reads a long file's rows for the preview. A row that is judged is not judged again. */
async function read(ctx: Ctx<null>, work: Work): Promise<Rest | undefined> {
  const batch = await findBatch(ctx.db, work.batchId)
  if (batch?.status !== batchStatuses.reading) return
  const { isOver, after, done } = await through(work, (from) => judgeNext(ctx, batch.id, from))
  if (!isOver) return { rest: { batchId: batch.id, after, done }, progress: { done, total: batch.rowCount } }
  await ctx.db.commit([moveBatch(ctx.db, batch.id, [batchStatuses.reading], batchStatuses.staged, ctx.now)])
  return
}

/** Applies an import. A row that is applied is not applied again, and what is completed stays as it is. */
async function run(ctx: Ctx<null>, work: Work): Promise<Rest | Made | undefined> {
  const batch = await findBatch(ctx.db, work.batchId)
  if (batch?.status !== batchStatuses.running) return
  const done = work.done ?? (await countApplied(ctx.db, batch.id))
  const step = await through({ ...work, done }, (from) => applyNext(ctx, batch, from))
  ctx.changes.push('educations')
  const total = batch.rowCount
  if (!step.isOver)
    return {
      rest: { batchId: batch.id, after: step.after, done: step.done },
      progress: { done: step.done, total },
    }
  await ctx.db.commit([
    moveBatch(ctx.db, batch.id, [batchStatuses.running], batchStatuses.done, ctx.now),
    recordAudit(ctx, 'import.done', { type: 'import', id: batch.id }, { rows: total }),
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
